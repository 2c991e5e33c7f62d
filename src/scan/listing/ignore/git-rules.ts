/**
 * Git's ignore rules for a working tree, read and applied here: git itself would take exponential time for a hostile
 * pattern and block on a named pipe. The rules are those of the user, of `info/exclude` and of every `.gitignore`.
 */
import { lstatSync } from 'node:fs';
import { readPlainFile } from '../../content/read-file.ts';
import { gitLocationOf, gitOutput } from '../../git/git.ts';
import { ignoreSources } from '../../git/ignore-sources.ts';
import type { Repository } from '../../git/repository.ts';
import { absolutePath, type Name, nameInside, nameOf, splitEntries } from '../names.ts';
import { gitIgnoreFileName, parseRuleSet, readRuleSet, tooLarge } from './ignore-files.ts';
import { type IgnoreWork, ignoreLimits, ignoreWork, type ReportLimit } from './ignore-limits.ts';
import { type IgnoreRules, noRules } from './ignore-rules.ts';
import { byteFolder, type IgnoreFile, nestedFolders } from './nested-rules.ts';
import { readObjectRules } from './object-rules.ts';

export interface GitRules {
  readonly foldsCase: boolean;
  /**
   * Returns the rules for a name: those of the folder that contains it. Reads the ignore files above it, unless the name
   * asked for before was in the same folder.
   */
  beside(name: Name): IgnoreRules;
  /** Returns the rules for the entries of a folder, by those for the folder. `hasFile` tells if it has an ignore file. */
  inside(folder: Name, outside: IgnoreRules, hasFile: boolean): IgnoreRules;
}

export async function gitRules(
  repository: Repository,
  work: IgnoreWork = ignoreWork(),
  signal?: AbortSignal,
): Promise<GitRules> {
  const { files, foldsCase, isSparse } = await ignoreSources(repository);
  const { report } = work;
  let base = noRules(work, { foldsCase });
  for (const file of files) {
    const bytes = readPlainFile(file, ignoreLimits.fileBytes);
    if (bytes === 'too_large') report(tooLarge(file));
    if (typeof bytes !== 'string') base = base.withFile({ path: '' }, parseRuleSet(bytes, file, report, { foldsCase }));
  }
  const absent = isSparse ? await leftOutFiles(repository, report, foldsCase, signal) : new Map<string, IgnoreFile>();
  const { root } = repository;
  const inside = (folder: Name, outside: IgnoreRules, hasFile: boolean): IgnoreRules => {
    const set = hasFile ? readRuleSet(root, folder, gitIgnoreFileName, report, { foldsCase }) : undefined;
    const applied = set ?? (absent.size === 0 ? undefined : absent.get(byteFolder(folder))?.read());
    return applied === undefined ? outside : outside.withFile(folder, applied);
  };
  const beside = nestedFolders(base, (bytes, outside) => {
    const folder = nameOf(Buffer.from(bytes.slice(0, -1), 'latin1'));
    // Nothing below an ignored folder can be included again.
    return folder.path !== '' && outside.ignores(folder, true)
      ? outside
      : inside(folder, outside, isThere(root, folder));
  });
  return { foldsCase, beside, inside };
}

/** Most folders have no ignore file, and this is the cheapest way to find out. */
function isThere(root: string, folder: Name): boolean {
  const path = absolutePath(root, nameInside(folder, { path: gitIgnoreFileName }));
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

/** Returns the ignore files that a sparse checkout leaves out, by folder: git applies them nevertheless. */
async function leftOutFiles(
  repository: Repository,
  report: ReportLimit,
  foldsCase: boolean,
  signal: AbortSignal | undefined,
): Promise<Map<string, IgnoreFile>> {
  const args = ['-s', '-t', '-z', '--', `:(glob)**/${gitIgnoreFileName}`];
  const entries = splitEntries(await gitOutput(gitLocationOf(repository), 'ls-files', args, { signal }));
  // Each header is `TAG MODE HASH STAGE`.
  const left = entries.filter(({ header }) => /^S 100/.test(header));
  const files = left.map((entry) => ({ name: entry, hash: entry.header.split(' ')[2] ?? '' }));
  const read = await readObjectRules(repository, files, report, { foldsCase });
  return new Map(read.map((file) => [byteFolder(file.folder), file]));
}
