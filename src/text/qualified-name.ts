/** How languages join the parts of a qualified name: most by a dot. */
const doubleColons: ReadonlySet<string> = new Set(['rust', 'c', 'cpp', 'ruby', 'php']);

export function separatorOf(language: string): '::' | '.' {
  return doubleColons.has(language) ? '::' : '.';
}
