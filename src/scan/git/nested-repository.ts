/**
 * A nested repository is a folder in the working tree of another one that git takes for a repository of its own. Git
 * tells by its `.git`: a folder with the parts of a repository, or a file that names such a folder.
 */
import { accessSync, constants, lstatSync, readlinkSync, statSync } from 'node:fs';
import { systemError } from '../../errors.ts';
import { readPlainFile } from '../content/read-file.ts';
import { gitFileTarget, withoutLineEnds } from './storage/link-text.ts';
import { leadsOutside } from './storage/walk-inside.ts';

/**
 * Whether the folder at a path is one, by the rules of git. Nothing that could block is opened. A repository that leads
 * out of the folders `within` counts as one without a look at the place it leads to.
 */
export function isNestedRepository(folder: string | Buffer, within?: readonly string[]): boolean {
  const git = inside(folder, '.git');
  try {
    if (leaves(git, within)) return true;
    const found = statSync(git, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (!found.isFile()) return isGitFolder(git, within);
    if (found.size > maxGitFileBytes) return false;
    const link = readPlainFile(git, maxGitFileBytes);
    // To git, a file that it may not read is the link of a repository.
    if (typeof link === 'string') return true;
    const target = gitFileTarget(link.toString('latin1'));
    return target !== undefined && isGitFolder(resolved(folder, target), within);
  } catch (error) {
    if (systemError(error) !== undefined) throw error;
    return false;
  }
}

const maxGitFileBytes = 1 << 20;
const maxHeadBytes = 4_096;

function isGitFolder(folder: Buffer, within: readonly string[] | undefined): boolean {
  if (leaves(folder, within)) return true;
  if (!isHead(inside(folder, 'HEAD'))) return false;
  const link = readPlainFile(inside(folder, 'commondir'), maxHeadBytes);
  const common = typeof link === 'string' ? folder : resolved(folder, withoutLineEnds(link.toString('latin1')));
  const parts = ['objects', 'refs'].map((part) => inside(common, part));
  return parts.some((part) => leaves(part, within)) || parts.every(mayEnter);
}

/** A path that is not UTF-8 cannot be followed here, so it counts as one that leads outside. */
function leaves(path: Buffer, within: readonly string[] | undefined): boolean {
  if (within === undefined) return false;
  const text = path.toString('utf8');
  return !Buffer.from(text).equals(path) || leadsOutside(text, within);
}

/** Whether this is a `HEAD`: it names a ref or a commit, or is a link to a ref. */
function isHead(path: Buffer): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return readlinkSync(path).startsWith('refs/');
  if (!found?.isFile()) return false;
  const bytes = readPlainFile(path, maxHeadBytes);
  return typeof bytes !== 'string' && /^(ref:\s*refs\/|[0-9a-f]{40})/i.test(bytes.toString('latin1'));
}

function mayEnter(path: Buffer): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Paths are bytes here, because the name of a folder need not be UTF-8. */
function inside(folder: string | Buffer, name: string): Buffer {
  return Buffer.concat([Buffer.from(folder as string), Buffer.from(`/${name}`)]);
}

/** Resolves a target, one character per byte, from a folder. */
function resolved(folder: string | Buffer, target: string): Buffer {
  const bytes = Buffer.from(target, 'latin1');
  const isAbsolute = target.startsWith('/') || /^[A-Za-z]:/.test(target);
  return isAbsolute ? bytes : Buffer.concat([Buffer.from(folder as string), Buffer.from('/'), bytes]);
}
