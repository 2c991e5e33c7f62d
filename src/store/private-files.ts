/** All stored files are readable only by their owner: folders 0700, files 0600, regardless of the umask. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CodedError, systemError } from '../errors.ts';
import { targetAt } from './entry.ts';

/** Creates the data directory, or makes it private if it is one. A folder that others use is refused, and keeps its mode. */
export function ensureDataFolder(home: string): void {
  const folder = resolve(home);
  if (isFolder(folder) && (dirname(folder) === folder || isShared(folder))) {
    throw new CodedError('invalid_input', `${home} is not a data directory: it holds other files.`, {
      remediation: 'Set CODECOMPASS_HOME to a new or an empty folder.',
      data: { path: home },
    });
  }
  ensurePrivateFolder(home);
}

/** What a data directory holds. The user may write its configuration first. */
const ownNames = /^(?:registry\.db.*|projects|config\.toml)$/;

/** Whether others may read a folder that holds nothing of a data directory. Making it private would lock them out. */
function isShared(folder: string): boolean {
  if ((statSync(folder).mode & 0o077) === 0) return false;
  try {
    const names = readdirSync(folder);
    return names.length > 0 && !names.some((name) => ownNames.test(name));
  } catch {
    // The error of the next step says why it cannot be used.
    return false;
  }
}

export function ensurePrivateFolder(folder: string): void {
  try {
    if (!isFolder(folder)) createFolder(folder);
    if ((statSync(folder).mode & 0o777) !== 0o700) chmodSync(folder, 0o700);
  } catch (thrown) {
    throw knownAccessError(folder, thrown) ?? unusableFolder(folder, thrown);
  }
}

/**
 * Creates the missing folders one by one: a recursive `mkdir` of Node never returns where the system refuses a folder as
 * if the one above it were missing, as in `/proc`.
 */
function createFolder(folder: string): void {
  const missing = [folder];
  for (let at = dirname(folder); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  try {
    for (const each of missing.reverse()) createOne(each);
  } catch (thrown) {
    let existing = dirname(folder);
    while (!existsSync(existing)) existing = dirname(existing);
    accessSync(existing, constants.W_OK | constants.X_OK);
    throw thrown;
  }
}

/** Several processes may start at once, so another one may have just created it. */
function createOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (thrown) {
    if (!isFolder(folder)) throw thrown;
  }
}

/**
 * Creates the file if it does not exist. SQLite gives its side files the mode of the main file. An existing file is not
 * opened, because closing it would drop every lock that this process has on it, including those of SQLite.
 */
export function ensurePrivateFile(file: string): void {
  try {
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    else closeSync(openSync(file, constants.O_CREAT | constants.O_RDWR, 0o600));
    if ((statSync(file).mode & 0o777) !== 0o600) chmodSync(file, 0o600);
  } catch (thrown) {
    throw accessError(file, thrown);
  }
}

function isFolder(path: string): boolean {
  return targetAt(path)?.isDirectory() ?? false;
}

function unusableFolder(path: string, thrown: unknown): CodedError {
  const { code } = thrown as NodeJS.ErrnoException;
  return new CodedError('invalid_input', `${path} cannot be used as the data directory (${code}).`, {
    remediation: 'Set CODECOMPASS_HOME to a folder that can be created or written to.',
    data: { path },
    cause: thrown,
  });
}

/** Converts an error of the file system into a coded error that names the path. Other errors stay as they are. */
export function accessError(path: string, thrown: unknown): unknown {
  const known = knownAccessError(path, thrown);
  if (known !== undefined) return known;
  const { code } = thrown as NodeJS.ErrnoException;
  return new CodedError('io_error', `${path} cannot be used (${code}).`, { data: { path }, cause: thrown });
}

/** Undefined for an error of the file system without a meaning of its own. */
function knownAccessError(path: string, thrown: unknown): unknown {
  const { code, syscall } = thrown as NodeJS.ErrnoException;
  if (thrown instanceof CodedError || syscall === undefined) return thrown;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new CodedError('permission_denied', `Cannot write to ${path}.`, { data: { path }, cause: thrown });
  }
  if (code === 'EIO') {
    return new CodedError('io_error', `The disk failed at ${path}.`, { data: { path }, cause: thrown });
  }
  return systemError(thrown, path);
}
