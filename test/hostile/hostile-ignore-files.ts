/**
 * Ignore patterns that no path below matches, and that take a backtracking matcher for ever: each part can match at many
 * places of a path. The tree has paths for all of them.
 */
import type { TestFiles } from '../support/test-repository.ts';

export const hostilePatterns: Readonly<Record<string, string>> = {
  'folders between names': `${'a/**/'.repeat(12)}z`,
  'folders between any names': `${'*/**/'.repeat(12)}z`,
  'folders in a row': `a/${'**/'.repeat(60)}z/${'**/'.repeat(60)}y`,
  'folders after a name': `a${'**/a'.repeat(20)}/z`,
  'a negated pattern': `!${'a/**/'.repeat(14)}z`,
  'a pattern for folders': `/${'a/**/'.repeat(13)}z/`,
  'stars between letters': `${'*a'.repeat(40)}*b`,
  'stars in names of folders': `**/${'*a*/**/'.repeat(12)}z`,
  'sets and stars': `${'[a-z]*'.repeat(40)}[0-9]`,
  'negated sets and stars': `${'*[!b]'.repeat(40)}[b]`,
  'classes and stars': `${'[[:alpha:]]*'.repeat(40)}[[:digit:]]`,
  'any letters and stars': `${'?*'.repeat(60)}[0-9]`,
  'escaped letters and stars': `${'\\a*'.repeat(40)}\\b`,
  'the longest pattern': `${'a/**/'.repeat(818)}z`,
};

/** A path 80 folders deep, a long name, a file that is ignored, and one that is not, below a folder. */
export function hostileTree(folder: string): TestFiles {
  return {
    [`${folder}kept.py`]: 'def kept_here():\n    pass\n',
    [`${folder}ignored.py`]: 'def ignored_here():\n    pass\n',
    [`${folder}${'a/'.repeat(80)}deep.py`]: 'def deep_below():\n    pass\n',
    [`${folder}${'a'.repeat(200)}.py`]: 'def long_name():\n    pass\n',
  };
}

/** The names of the functions in the files that are not ignored. */
export const keptFunctions = ['kept_here', 'deep_below', 'long_name'];
