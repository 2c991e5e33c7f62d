/**
 * A config file is a TOML document written by the user or shipped with a project. The user's file is trusted. A
 * project's file may be hostile, so it is read only if it is a regular file inside the root and below a size limit.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { parse, TomlError, type TomlTable } from 'smol-toml';
import { CodedError, systemError } from '../errors.ts';
import { projectConfigPath } from './paths.ts';

export interface ConfigFile {
  readonly file: string;
  /** Settings by dotted name, `index.workers`. */
  readonly settings: ReadonlyMap<string, unknown>;
}

/** A config file that was skipped, and why. */
export interface IgnoredFile {
  readonly file: string;
  readonly ignored: string;
}

const maxConfigBytes = 65_536;
const maxTableDepth = 4;

/** Reads the user's settings. A missing file is an error only if `--config` named it. */
export async function readUserConfig(file: string, mustExist: boolean): Promise<ConfigFile | undefined> {
  const content = await readContent(file, 0);
  if (content === undefined) {
    if (!mustExist) return undefined;
    throw new CodedError('invalid_input', `The config file ${file} does not exist.`, {
      remediation: 'Create it, or leave out --config.',
    });
  }
  if (typeof content === 'string') throw new CodedError('invalid_input', `The config file ${file} ${content}.`);
  return parseConfig(file, content);
}

/** Reads the settings of the repository at `root`, a canonical path. */
export async function readProjectConfig(root: string): Promise<ConfigFile | IgnoredFile | undefined> {
  const file = path.join(root, projectConfigPath);
  let resolved: string;
  try {
    resolved = await realpath(file);
  } catch (error) {
    const exhausted = systemError(error, file);
    if (exhausted !== undefined) throw exhausted;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return { file, ignored: code === 'ELOOP' ? 'is a symlink loop' : 'cannot be read' };
  }
  const inside = path.relative(root, resolved);
  if (inside.startsWith('..') || path.isAbsolute(inside))
    return { file, ignored: 'is a symlink to outside the repository' };
  const content = await readContent(resolved, constants.O_NOFOLLOW ?? 0);
  if (content === undefined) return undefined;
  return typeof content === 'string' ? { file, ignored: content } : parseConfig(file, content);
}

export function parseConfig(file: string, content: Buffer): ConfigFile {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new CodedError('invalid_input', `The config file ${file} is not UTF-8 text.`);
  }
  return { file, settings: flatten(parseToml(file, text)) };
}

function parseToml(file: string, text: string): TomlTable {
  try {
    return parse(text, { maxDepth: 32, integersAsBigInt: 'asNeeded' });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [firstLine = ''] = error.message.split('\n');
    const reason = firstLine.replace(/^Invalid TOML document: /, '');
    throw new CodedError('invalid_input', `${file}:${error.line}: not valid TOML: ${reason}.`, {
      remediation: 'Fix that line and try again.',
      data: { file, line: error.line, column: error.column },
    });
  }
}

/** Returns the content, the reason it was not read (the end of a sentence), or undefined if the file does not exist. */
async function readContent(file: string, extraFlags: number): Promise<Buffer | string | undefined> {
  let handle: FileHandle;
  try {
    // Without O_NONBLOCK, opening a named pipe blocks until a writer opens it.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | extraFlags);
  } catch (error) {
    const exhausted = systemError(error, file);
    if (exhausted !== undefined) throw exhausted;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return code === 'EACCES' || code === 'EPERM' ? 'cannot be read (permission denied)' : `cannot be read (${code})`;
  }
  try {
    if (!(await handle.stat()).isFile()) return 'is not a regular file';
    const buffer = Buffer.alloc(maxConfigBytes + 1);
    let length = 0;
    while (length < buffer.length) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length > maxConfigBytes ? `is over ${maxConfigBytes} bytes` : buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

/**
 * Turns tables into dotted names. No known key is deeper than `maxTableDepth`; a deeper table is reported by its own
 * name.
 */
function flatten(table: TomlTable, prefix = '', depth = 1, into = new Map<string, unknown>()): Map<string, unknown> {
  for (const [name, value] of Object.entries(table)) {
    const isTable = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
    if (isTable && depth < maxTableDepth) flatten(value as TomlTable, `${prefix}${name}.`, depth + 1, into);
    else into.set(prefix + name, value);
  }
  return into;
}
