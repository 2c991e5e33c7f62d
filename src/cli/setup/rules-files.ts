/**
 * Chooses the rules file of an agent in a project. Several agents read only the first that exists, so a new file could
 * hide the rules that a project already has.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { parse } from 'smol-toml';
import type { Environment } from '../../config/paths.ts';
import { isWithin } from '../../scan/listing/lstat.ts';
import { parseJsonc } from '../../text/parse-jsonc.ts';
import type { ClientRow } from './clients.ts';

export interface RulesFile {
  readonly file: string;
  /** The beginning of the file if it is new. */
  readonly head: string;
}

/** Returns the file that the client already reads in a project, else the one to create. */
export function rulesFileOf(client: ClientRow, root: string, around: Environment): RulesFile {
  const { skipsEmpty = false, head = '', imports, created } = client.rules;
  // A project can configure the names, and must not lead to a file of the user.
  const names = namesRead(client, root, around).filter((name) => isWithin(resolve(root, name), root));
  const used = names.find((name) => isUsed(join(root, name), skipsEmpty));
  const file = join(root, used ?? created ?? names[0] ?? (client.rules.read[0] as string));
  const isImported = imports !== undefined && isUsed(join(root, imports), true);
  return { file, head: isImported ? `@${imports}\n\n${head}` : head };
}

/** Some of the names are folders in other tools. */
function isUsed(file: string, skipsEmpty: boolean): boolean {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  return isFile && !(skipsEmpty && readFileSync(file, 'utf8').trim() === '');
}

/** The settings of the project take precedence over those of the user. */
function namesRead(client: ClientRow, root: string, around: Environment): readonly string[] {
  const { read, named } = client.rules;
  if (named === undefined) return read;
  const settings = [join(root, client.projectFile), client.userFile(around)].map((file) => settingsIn(client, file));
  const given = settings.flatMap((table) => named.keys.map((key) => valueAt(table, key)));
  const set = given.find((value) => value !== undefined);
  if (set === undefined) return read;
  const names = (Array.isArray(set) ? set : [set]).filter((name) => typeof name === 'string' && name !== '');
  return named.replace ? names : [...read, ...names];
}

/** Returns undefined if the file does not exist, or if the client cannot read it either. */
function settingsIn({ format }: ClientRow, file: string): unknown {
  try {
    if (!isUsed(file, false)) return undefined;
    const text = readFileSync(file, 'utf8');
    return format === 'toml' ? parse(text) : getNodeValue(parseJsonc(text));
  } catch {
    return undefined;
  }
}

function valueAt(settings: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], settings);
}
