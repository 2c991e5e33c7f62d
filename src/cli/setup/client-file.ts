/** Reads and writes the file of a client that `setup` changes, only if the rest of it stays as it is. */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CodedError } from '../../errors.ts';
import { isWithin } from '../../scan/listing/lstat.ts';
import { lstatIfFound } from '../../scan/stat-if-found.ts';

/** The text of the file, or nothing if it does not exist. Throws if writing it back would change other bytes. */
export function clientText(file: string, toAdd: string): string {
  if (!existsSync(file)) return '';
  // A pipe would be waited for.
  if (!statSync(file).isFile())
    throw refused(file, `${file} is no regular file.`, 'Replace it by a file and try again', toAdd);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    throw refused(file, `${file} is not encoded as UTF-8.`, `Convert the file and try again`, toAdd);
  }
}

/** Throws if a file of a project leads out of it: a link that somebody else committed must not choose what is written. */
export function assertInProject(file: string, root: string, toAdd: string): void {
  const target = targetOf(file);
  if (target !== undefined && isWithin(target, realpathSync(root))) return;
  const where = target === undefined ? 'a link that leads nowhere' : `a link to ${target}, outside the project`;
  throw refused(file, `${file} is ${where}.`, 'Replace the link by a file and try again', toAdd);
}

/** Has the line ends of the text before, if all of them are those of Windows. */
export function withLineEndsOf(before: string, after: string): string {
  const isWindows = before.includes('\r\n') && !before.replaceAll('\r\n', '').includes('\n');
  return isWindows ? after.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n') : after;
}

/** Writes a temporary file and renames it, so that the file is never half written. Follows links. */
export function writeClientFile(file: string, text: string, newMode: number): void {
  const target = targetOf(file) ?? file;
  mkdirSync(dirname(target), { recursive: true });
  const mode = existsSync(target) ? statSync(target).mode & 0o777 : newMode;
  const staging = `${target}.${randomUUID()}.tmp`;
  try {
    writeFileSync(staging, text, { mode, flag: 'wx' });
    renameSync(staging, target);
  } catch (thrown) {
    rmSync(staging, { force: true });
    throw thrown;
  }
}

/** The canonical path that a write creates or replaces, also behind a link to nothing. Undefined if links go in circles. */
function targetOf(file: string): string | undefined {
  let at = file;
  for (let links = 0; links < mostLinks; links++) {
    const folder = dirname(at);
    if (folder === at) return at;
    const above = existsSync(folder) ? realpathSync(folder) : targetOf(folder);
    if (above === undefined) return undefined;
    at = join(above, basename(at));
    if (!lstatIfFound(at)?.isSymbolicLink()) return at;
    at = resolve(above, readlinkSync(at));
  }
  return undefined;
}

/** As many as Linux follows. */
const mostLinks = 40;

function refused(file: string, message: string, remedy: string, toAdd: string): CodedError {
  return new CodedError('invalid_input', message, {
    remediation: `${remedy}, or add this to it by hand:\n${toAdd}`,
    data: { file },
  });
}
