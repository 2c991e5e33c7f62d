/**
 * A name is bytes for git and the file system; a path is text everywhere else. Invalid bytes are written `\xHH` in the
 * path, and the raw bytes are kept, because only they open the file.
 */
import { isUtf8 } from 'node:buffer';

export interface Name {
  readonly path: string;
  /** Present only if the bytes are not valid UTF-8. */
  readonly rawPath?: Buffer;
}

export function nameOf(bytes: Buffer): Name {
  if (isUtf8(bytes)) return { path: bytes.toString('utf8') };
  return { path: displayed(bytes), rawPath: Buffer.from(bytes) };
}

/** Splits NUL-separated output into names. */
export function splitNames(output: Buffer): Name[] {
  // The whole output is nearly always UTF-8, and decoding it at once is several times faster.
  if (isUtf8(output)) {
    const paths = output.toString('utf8').split('\0');
    if (paths.at(-1) === '') paths.pop();
    return paths.map((path) => ({ path }));
  }
  const names: Name[] = [];
  for (let start = 0; start < output.length; ) {
    const found = output.indexOf(0, start);
    const end = found === -1 ? output.length : found;
    names.push(nameOf(output.subarray(start, end)));
    start = end + 1;
  }
  return names;
}

/** The same for entries of the form `HEADER<tab>NAME`, whose header is ASCII. */
export function splitEntries(output: Buffer): (Name & { readonly header: string })[] {
  return splitNames(output).map(({ path, rawPath }) => {
    const end = path.indexOf('\t');
    const entry = { path: path.slice(end + 1), header: path.slice(0, end) };
    return rawPath === undefined ? entry : { ...entry, rawPath: rawPath.subarray(end + 1) };
  });
}

/** Whether the header of an entry of git's index, whose mode is at this position, is that of a submodule. */
export function isGitlink(header: string, modeAt = 0): boolean {
  return header.startsWith('160000', modeAt);
}

export function isSame(a: Name, b: Name): boolean {
  if (a.path !== b.path || (a.rawPath === undefined) !== (b.rawPath === undefined)) return false;
  return a.rawPath === undefined || b.rawPath === undefined || a.rawPath.equals(b.rawPath);
}

/** Returns a text that is different for any two names, unlike the path. */
export function keyOf(name: Name): string {
  return name.rawPath === undefined ? name.path : `\0${name.rawPath.toString('latin1')}`;
}

export function nameInside(folder: Name, name: Name): Name {
  const path = folder.path === '' ? name.path : `${folder.path}/${name.path}`;
  if (folder.rawPath === undefined && name.rawPath === undefined) return { path };
  const parts = folder.path === '' ? [bytesOf(name)] : [bytesOf(folder), slash, bytesOf(name)];
  return { path, rawPath: Buffer.concat(parts) };
}

/** Returns the folder of a name; the root is the empty name. */
export function parentOf(name: Name): Name {
  const end = name.path.lastIndexOf('/');
  if (end === -1) return { path: '' };
  const path = name.path.slice(0, end);
  if (name.rawPath === undefined) return { path };
  return nameOf(name.rawPath.subarray(0, name.rawPath.lastIndexOf(slash)));
}

/** Returns the path that opens the file: text if possible, otherwise bytes. */
export function absolutePath(root: string, name: Name): string | Buffer {
  if (name.rawPath === undefined) return name.path === '' ? root : `${root}/${name.path}`;
  return Buffer.concat([Buffer.from(`${root}/`), name.rawPath]);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether git itself would never create this path: it leaves the root or is inside the git folder. */
export function isForged(path: string): boolean {
  return forgedPart.test(path);
}

const forgedPart = /(^|\/)(\.{0,2}|\.git)(\/|$)/i;

/** Whether a path is longer than any that people create. Git's objects have no limit, and each level costs time. */
export function isTooLong(name: Name): boolean {
  if (name.path.length <= 2 * maxLevels) return false;
  return bytesOf(name).length > maxPathBytes || name.path.split('/').length > maxLevels;
}

/** That of macOS; Linux allows four times as much. */
const maxPathBytes = 1_024;
const maxLevels = 128;

const slash = Buffer.from('/');

export function bytesOf(name: Name): Buffer {
  return name.rawPath ?? Buffer.from(name.path);
}

function displayed(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    const byte = bytes[at] as number;
    text += length === 0 ? `\\x${byte.toString(16).padStart(2, '0')}` : bytes.toString('utf8', at, at + length);
    at += Math.max(length, 1);
  }
  return text;
}

/** Length of the UTF-8 sequence that begins here, or 0 for an invalid byte. */
function sequenceLength(bytes: Buffer, at: number): number {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    if (isUtf8(bytes.subarray(at, at + length))) return length;
  }
  return 0;
}
