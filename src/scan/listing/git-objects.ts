/**
 * Lists the files of a commit from git objects: nothing is checked out and the work tree is not read. Sizes are not
 * known here; the object reader returns them.
 */

import { gitLocationOf, gitOutput } from '../git/git.ts';
import { ObjectReader } from '../git/object-reader.ts';
import type { Repository } from '../git/repository.ts';
import { type Candidate, forEachItem, listingOf } from './candidates.ts';
import { ignoreFileName, ignoreRules, nestedRules } from './ignore-rules.ts';
import type { Listing, ListOptions } from './list-files.ts';
import { baseName, type Name, parentOf, splitEntries } from './names.ts';

/** Lists the files of a commit; none for a branch without commits. */
export async function listObjects(
  repository: Repository,
  commit: string | undefined,
  options: ListOptions,
): Promise<Listing> {
  if (commit === undefined) return { files: [], skipped: [], submodules: [] };
  const { signal, exclude, maxFileBytes } = options;
  const output = await gitOutput(gitLocationOf(repository), 'ls-tree', ['-r', '-z', '--full-tree', commit], { signal });
  const { files, submodules } = treeEntries(output);
  const excludes = nestedRules(ignoreRules([], exclude), await readIgnoreFiles(repository, files));
  const candidates: Candidate[] = [];
  await forEachItem(files, candidates, options, ({ name, mode, hash }) => {
    const kind = mode === '120000' ? 'link' : 'file';
    candidates.push({ name, kind, excluded: excludes(name.path), hash, executable: mode === '100755' });
  });
  return listingOf(candidates, [], submodules, maxFileBytes);
}

interface TreeEntry {
  readonly name: Name;
  readonly mode: string;
  readonly hash: string;
}

/** Each header is `MODE TYPE HASH`. */
function treeEntries(output: Buffer): { files: TreeEntry[]; submodules: string[] } {
  const files: TreeEntry[] = [];
  const submodules: string[] = [];
  for (const name of splitEntries(output)) {
    const mode = name.header.slice(0, 6);
    if (mode === '160000') submodules.push(name.path);
    else files.push({ name, mode, hash: name.header.slice(name.header.lastIndexOf(' ') + 1) });
  }
  return { files, submodules };
}

async function readIgnoreFiles(repository: Repository, files: readonly TreeEntry[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const found = files.filter((file) => file.mode !== '120000' && baseName(file.name.path) === ignoreFileName);
  if (found.length === 0) return texts;
  const reader = new ObjectReader(repository);
  try {
    for (const file of found) {
      const bytes = await reader.read(file.hash);
      if (bytes !== undefined) texts.set(parentOf(file.name).path, bytes.toString('utf8'));
    }
  } finally {
    await reader.close();
  }
  return texts;
}
