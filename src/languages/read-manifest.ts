/**
 * Parses manifests: JSON, with or without comments, and TOML. Invalid and very large manifests are
 * treated as missing; the latter are named in answers that may depend on them.
 */
import { getNodeValue } from 'jsonc-parser';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion } from '../store/store.ts';
import { parseJsonc } from '../text/parse-jsonc.ts';
import type { Unread } from './unread-rules.ts';

export type Table = Readonly<Record<string, unknown>>;

export async function readJson(view: RefView, file: FileVersion): Promise<Table | undefined> {
  return readWith(view, file, parseJson);
}

export async function readToml(view: RefView, file: FileVersion): Promise<Table | undefined> {
  // Loaded on first use: parse workers load the languages too, but read no manifests.
  const { parse } = await import('smol-toml');
  return readWith(view, file, parse);
}

/** Returns the text of a manifest; undefined if it is larger than any that people write. */
export async function manifestText(view: RefView, file: FileVersion): Promise<string | undefined> {
  return isTooLarge(file) ? undefined : view.store.text(file);
}

/** Manifests are parsed at once, on the thread that answers all calls. The largest of real projects have 100 kB. */
const maxManifestBytes = 262_144;

/** The manifests of one kind that fit into the limit, those nearest to the root first if there are too many. */
export function firstManifests(files: readonly FileVersion[]): readonly FileVersion[] {
  const total = files.reduce((sum, { byteLength }) => sum + Math.min(byteLength, maxManifestBytes), 0);
  if (total <= maxTotalBytes) return files;
  const depths = new Map(files.map((file) => [file, file.path.split('/').length]));
  const byDepth = files.toSorted((a, b) => (depths.get(a) as number) - (depths.get(b) as number));
  let bytes = 0;
  return byDepth.filter(({ byteLength }) => {
    if (byteLength > maxManifestBytes) return false;
    bytes += byteLength;
    return bytes <= maxTotalBytes;
  });
}

/** The manifests of one kind that are not read because of a limit. */
export function unreadOf(files: readonly FileVersion[]): Unread[] {
  const read = new Set(firstManifests(files));
  return files.flatMap((file) => {
    if (isTooLarge(file)) return [{ path: file.path, why: tooLarge }];
    return read.has(file) ? [] : [{ path: file.path, why: 'the files of this name are larger than 16 MB together' }];
  });
}

export function isTooLarge({ byteLength }: FileVersion): boolean {
  return byteLength > maxManifestBytes;
}

export const tooLarge = 'it is larger than 256 KB';

/** Parsed manifests stay in memory and take several times their size. */
const maxTotalBytes = 16_777_216;

/** Returns the value if it is a table, otherwise an empty table. */
export function tableAt(table: Table | undefined, ...keys: readonly string[]): Table {
  let value: unknown = table;
  for (const key of keys) value = isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return isTable(value) ? value : {};
}

export function textAt(table: Table | undefined, key: string): string | undefined {
  const value = table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function readWith(
  view: RefView,
  file: FileVersion,
  parse: (text: string) => unknown,
): Promise<Table | undefined> {
  const text = await manifestText(view, file);
  if (text === undefined) return undefined;
  try {
    const value = parse(text.replace(/^\uFEFF/, ''));
    return isTable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Most manifests are plain JSON, which the runtime parses several times faster. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return getNodeValue(parseJsonc(text));
  }
}
