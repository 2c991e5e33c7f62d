/**
 * Ignore rules are patterns in `.gitignore` syntax, each with the folder of its ignore file. Later rules override
 * earlier ones, deeper override higher, and nothing below an ignored folder can be re-included.
 */
import ignore, { type Ignore } from 'ignore';

/** The ignore file of CodeCompass; its rules add to those of git. */
export const ignoreFileName = '.codecompassignore';

export const gitIgnoreFileName = '.gitignore';

export interface IgnoreRules {
  readonly empty: boolean;
  /** Whether a path is ignored. The path of a folder ends with a slash. */
  ignores(path: string): boolean;
  /** Returns these rules plus those of an ignore file in a folder (the root is the empty string). */
  withFile(folder: string, text: string): IgnoreRules;
}

/** Returns the rules of the root: every ignore file overrides `first`, none overrides `last`. */
export function ignoreRules(first: readonly string[], last: readonly string[] = []): IgnoreRules {
  return chain(matcher().add(first), first.length, last);
}

/** Returns a test for paths ignored by the base rules or by any of the ignore files, which are keyed by folder. */
export function nestedRules(base: IgnoreRules, files: ReadonlyMap<string, string>): (path: string) => boolean {
  if (base.empty && files.size === 0) return () => false;
  const known = new Map<string, IgnoreRules>([['', base]]);
  const rulesOf = (folder: string): IgnoreRules => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const above = rulesOf(folder.slice(0, Math.max(folder.lastIndexOf('/'), 0)));
    const text = files.get(folder);
    const rules = text === undefined ? above : above.withFile(folder, text);
    known.set(folder, rules);
    return rules;
  };
  const text = files.get('');
  if (text !== undefined) known.set('', base.withFile('', text));
  return (path) => {
    // The rules inside a folder do not apply to the folder itself.
    const end = path.lastIndexOf('/', path.length - 2);
    return rulesOf(path.slice(0, Math.max(end, 0))).ignores(path);
  };
}

function chain(rules: Ignore, count: number, last: readonly string[]): IgnoreRules {
  const all = last.length === 0 ? rules : matcher().add(rules).add(last);
  const empty = count + last.length === 0;
  return {
    empty,
    ignores: (path) => !empty && all.ignores(path),
    withFile(folder, text) {
      const patterns = patternsOf(folder, text);
      if (patterns.length === 0) return this;
      return chain(matcher().add(rules).add(patterns), count + patterns.length, last);
    },
  };
}

function matcher(): Ignore {
  return ignore({ ignorecase: false, allowRelativePaths: true });
}

/** Returns the patterns of an ignore file relative to the root. */
function patternsOf(folder: string, text: string): string[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const patterns = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return folder === '' ? patterns : patterns.map((pattern) => fromRoot(folder, pattern));
}

function fromRoot(folder: string, pattern: string): string {
  const not = pattern.startsWith('!') ? '!' : '';
  const body = pattern.slice(not.length).replace(/(?<!\\) +$/, '');
  const literal = folder.replace(/[\\*?[\] !#]/g, '\\$&');
  // A slash before the end anchors a pattern to its folder; without one it applies at any depth.
  const anchored = body.slice(0, -1).includes('/');
  return `${not}/${literal}/${anchored ? body.replace(/^\//, '') : `**/${body}`}`;
}
