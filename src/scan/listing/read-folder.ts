/** Reads the entries of a folder. Nothing is opened but the folder. */
import { type Dirent, opendirSync } from 'node:fs';
import { CodedError, systemError } from '../../errors.ts';
import { rootVanished } from './lstat.ts';
import { absolutePath, type Name, nameInside, nameOf } from './names.ts';

export interface FolderEntry {
  readonly name: Name;
  /** The last part of the path. */
  readonly segment: string;
  /** A link is never a folder. Pipes, sockets and devices are `special`. */
  readonly kind: 'file' | 'link' | 'folder' | 'special';
}

/** Throws if the root, the empty name, cannot be read: then the state of its files is unknown. */
export function readFolder(root: string, folder: Name): FolderEntry[] | 'absent' | 'unreadable' {
  try {
    return entriesIn(root, folder);
  } catch (error) {
    // The folder may be readable: nothing can be opened now.
    if (systemError(error) !== undefined) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const absent = code === 'ENOENT' || code === 'ENOTDIR';
    if (folder.path !== '') return absent ? 'absent' : 'unreadable';
    if (absent) throw rootVanished(root);
    throw new CodedError('permission_denied', `${root} cannot be read.`, { data: { path: root }, cause: error });
  }
}

/** In batches, because all entries of a large folder at once would take a gigabyte. */
const entriesAtOnce = 256;

function entriesIn(root: string, folder: Name): FolderEntry[] {
  const entries: FolderEntry[] = [];
  // Latin-1 keeps the bytes of any name, and text is much cheaper than a buffer for each entry.
  const found = opendirSync(absolutePath(root, folder), { encoding: 'latin1', bufferSize: entriesAtOnce });
  try {
    for (let entry = found.readSync(); entry !== null; entry = found.readSync()) {
      const segment = nameOfBytes(entry.name);
      entries.push({ name: nameInside(folder, segment), segment: segment.path, kind: kindOf(entry) });
    }
  } finally {
    found.closeSync();
  }
  return entries;
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'special';
}

/** Returns a name given as one character per byte. */
function nameOfBytes(text: string): Name {
  return /^[\0-\x7f]*$/.test(text) ? { path: text } : nameOf(Buffer.from(text, 'latin1'));
}
