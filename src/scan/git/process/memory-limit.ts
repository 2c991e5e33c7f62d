/**
 * How much memory a git command may allocate. Git holds its whole index, and expands the folders of a sparse one: a few
 * kilobytes of it can name trees that name each other many times over.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { GitCommand } from '../git.ts';
import type { GitFolders } from '../git-storage.ts';
import { objectBytes } from '../storage/object-bytes.ts';

const mostMemoryBytes = 2 ** 31;
/** For a small index, and a million untracked files. */
const baseBytes = 256 << 20;
/** A path is written as the difference from the one before it, and held in full. */
const indexFactor = 12;
/** The folders of a sparse index expand to what the trees of a repository list, which is far less than its objects. */
const objectShare = 1 / 2;
/**
 * Most commands hold one commit, or the trees above one path. A small file is hardly ever stored as the difference from
 * one that is larger than half a gigabyte; a search reads large ones, too, and a history has millions of commits.
 */
const commandBytes: Partial<Readonly<Record<GitCommand, number>>> = {
  'cat-file': 512 << 20,
  'diff-tree': 512 << 20,
  grep: 1 << 30,
  'rev-list': 1 << 30,
};

/** In bytes. */
export function memoryLimit(command: GitCommand, folders: () => GitFolders): number {
  return command === 'ls-files' ? forIndex(folders()) : (commandBytes[command] ?? baseBytes);
}

function forIndex(folders: GitFolders): number {
  const { bytes, isSparse } = describeIndex(join(folders.gitDir, 'index'));
  const ofObjects = isSparse ? objectShare * objectBytes(folders) : 0;
  return Math.min(mostMemoryBytes, baseBytes + indexFactor * bytes + ofObjects);
}

/** The extension of a sparse index is empty, and only a table of a few bytes and a sum follow it. */
const tailBytes = 256;
const sparseExtension = Buffer.from('sdir\0\0\0\0', 'latin1');

function describeIndex(path: string): { readonly bytes: number; readonly isSparse: boolean } {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(descriptor);
    if (!found.isFile()) return { bytes: 0, isSparse: false };
    const tail = Buffer.alloc(Math.min(found.size, tailBytes));
    readSync(descriptor, tail, 0, tail.length, found.size - tail.length);
    return { bytes: found.size, isSparse: tail.includes(sparseExtension) };
  } catch {
    // Git says what is wrong with it.
    return { bytes: 0, isSparse: false };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
