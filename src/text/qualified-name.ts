/** The separator of qualified names: `::` in these languages, a dot in all others. */
const doubleColons: ReadonlySet<string> = new Set(['rust', 'c', 'cpp', 'ruby', 'php']);

export function separatorOf(language: string): '::' | '.' {
  return doubleColons.has(language) ? '::' : '.';
}
