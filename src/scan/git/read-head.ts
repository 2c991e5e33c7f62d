/**
 * Reads what is checked out from git's files without starting git, cheap enough for every call. Returns undefined if
 * the files are not conclusive (another ref format, a damaged repository); the caller then runs git.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readPlainText } from '../content/read-file.ts';
import type { Repository } from './repository.ts';
import type { ResolvedRef } from './resolve-ref.ts';

export function readHead(repository: Repository): ResolvedRef | undefined {
  if (repository.kind === 'folder') return { name: 'live', source: 'worktree' };
  const source = repository.bare ? 'objects' : 'worktree';
  const head = readLine(join(repository.gitDir ?? repository.root, 'HEAD'));
  if (head === undefined) return undefined;
  if (isId(head)) return { name: head, commit: head, source };
  const target = /^ref: (refs\/.+)$/.exec(head)?.[1];
  // Repositories with reftables have this placeholder in HEAD.
  if (target === undefined || target === 'refs/heads/.invalid') return undefined;
  const commit = readRefFile(repository, target);
  const name = target.replace(/^refs\/(heads\/)?/, '');
  return commit === undefined ? { name, source } : { name, commit, source };
}

/** Returns the commit of a branch or lightweight tag. */
export function readRef(repository: Repository, name: string): string | undefined {
  if (repository.kind === 'folder') return undefined;
  return ['refs/heads/', 'refs/remotes/']
    .map((namespace) => readRefFile(repository, namespace + name))
    .find((commit) => commit !== undefined);
}

function readRefFile(repository: Repository, target: string, linksLeft = 5): string | undefined {
  if (target.split('/').includes('..')) return undefined;
  // A worktree's own refs are in its git folder, all others in the common one.
  const folders = new Set([repository.gitDir ?? repository.root, repository.identity]);
  for (const folder of folders) {
    const line = readLine(join(folder, target));
    if (line === undefined) continue;
    const link = /^ref: (refs\/.+)$/.exec(line)?.[1];
    if (link !== undefined) return linksLeft > 0 ? readRefFile(repository, link, linksLeft - 1) : undefined;
    if (isId(line)) return line;
  }
  return readPacked(repository, target);
}

interface PackedRefs {
  readonly stamp: string;
  readonly commits: ReadonlyMap<string, string>;
}

const packedRefs = new Map<string, PackedRefs>();
const maxPackedFiles = 16;
const maxPackedBytes = 256 << 20;
const maxRefBytes = 4_096;

function readPacked(repository: Repository, target: string): string | undefined {
  const file = join(repository.identity, 'packed-refs');
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  if (found === undefined) return undefined;
  const stamp = `${found.mtimeNs} ${found.size} ${found.ino}`;
  let packed = packedRefs.get(file);
  if (packed?.stamp !== stamp) {
    packed = { stamp, commits: parsePacked(readPlainText(file, maxPackedBytes) ?? '') };
    packedRefs.delete(file);
    packedRefs.set(file, packed);
    const [oldest] = packedRefs.keys();
    if (packedRefs.size > maxPackedFiles && oldest !== undefined) packedRefs.delete(oldest);
  }
  return packed.commits.get(target);
}

function parsePacked(text: string): Map<string, string> {
  const commits = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [id = '', name] = line.split(' ', 2);
    if (name !== undefined && isId(id)) commits.set(name, id);
  }
  return commits;
}

function readLine(file: string): string | undefined {
  return readPlainText(file, maxRefBytes)?.trim();
}

function isId(text: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
