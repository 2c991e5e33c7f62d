/**
 * Paths as they are typed on the command line: relative to the current folder, as a shell completes them, else to the
 * root of the repository, as answers print them. A path may be absolute or lead through a link to the repository.
 */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CodedError } from '../errors.ts';
import { mapPosition } from '../query/names/written/symbol-handle.ts';
import type { ParameterRow, ParametersOf, ParameterTable } from '../query/parameters/parameters.ts';
import { openRepository } from '../scan/git/repository.ts';
import { printable } from '../text/printable.ts';
import type { Invocation } from './invocation.ts';

type Values = ParametersOf<ParameterTable>;

/**
 * Returns the values with paths relative to the root. If a path exists neither here nor below the root, it may be that of
 * a file on another ref: then there are two, to be tried in this order.
 */
export async function pathsFromHere(
  { flags }: Invocation,
  parameters: ParameterTable,
  values: Values,
): Promise<readonly [Values, ...Values[]]> {
  const named = Object.entries(values).filter(([name, value]) => value !== undefined && mayHoldPath(parameters[name]));
  if (named.length === 0) return [values];
  const { root } = await openRepository(resolve(flags.value('workspace') ?? '.'));
  const from = (which: Choice): Values => ({
    ...values,
    ...Object.fromEntries(named.map(([name, value]) => [name, inRoot(parameters[name], value, root, which)])),
  });
  const [here, below] = [from('here'), from('below')];
  return JSON.stringify(here) === JSON.stringify(below) ? [here] : [here, below];
}

/** Which of two readings of a path to take if no file is at either. */
type Choice = 'here' | 'below';

function mayHoldPath(row: ParameterRow | undefined): boolean {
  if (row?.type === 'list') return row.holds !== undefined;
  return row?.type === 'text' && (row.role === 'file' || row.role === 'path' || row.role === 'symbol');
}

function inRoot(row: ParameterRow | undefined, value: Values[string], root: string, which: Choice): Values[string] {
  if (Array.isArray(value)) {
    const isSymbols = row?.type === 'list' && row.holds === 'symbols';
    return value.map((each: string) => (isSymbols ? symbolInRoot(each) : patternInRoot(each, root, which)));
  }
  if (typeof value !== 'string') return value;
  return row?.type === 'text' && row.role === 'symbol'
    ? symbolInRoot(value)
    : (mapPosition(value, read) ?? read(value));

  /** A name may contain what looks like a position. The query finds a file by the end of its path. */
  function symbolInRoot(written: string): string {
    return mapPosition(written, (path) => (isPlain(path) && !existsBelow(path, root) ? path : read(path))) ?? written;
  }

  function read(path: string): string {
    return pathInRoot(path, root, which);
  }
}

/** `!` excludes. The folders before the first wildcard are a path; a glob without folders matches names anywhere. */
function patternInRoot(pattern: string, root: string, which: Choice): string {
  const [, not = '', written = ''] = /^(!?)(.*)$/s.exec(pattern) ?? [];
  const wildcard = written.search(/[*?]/);
  if (wildcard === -1) return not + (pathInRoot(written, root, which) || '.');
  const folderEnd = written.lastIndexOf('/', wildcard);
  if (folderEnd === -1) return pattern;
  const folder = pathInRoot(written.slice(0, folderEnd) || '/', root, which);
  return `${not}${folder === '' ? '/' : `${folder}/`}${written.slice(folderEnd + 1)}`;
}

function pathInRoot(typed: string, root: string, which: Choice): string {
  const here = below(root, resolve(typed));
  const fromRoot = isAbsolute(typed) ? undefined : below(root, join(root, typed));
  const readings = [here, fromRoot].filter((path) => path !== undefined);
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) throw outside(typed, root);
  return readings.find((path) => existsSync(join(root, path))) ?? (which === 'here' ? first : last);
}

/** The path relative to the root, with slashes; undefined if it is not below it. A link in the project is not followed. */
function below(root: string, path: string): string | undefined {
  for (const candidate of [path, withRealFolder(path)]) {
    const found = relative(root, candidate);
    if (found !== '..' && !found.startsWith(`..${sep}`) && resolve(root, found) === candidate) {
      return found.split(sep).join('/');
    }
  }
  return undefined;
}

/** Follows the links in the folders of a path, as far as these exist. */
function withRealFolder(path: string): string {
  const folder = dirname(path);
  if (folder === path) return path;
  try {
    return join(realpathSync(folder), basename(path));
  } catch {
    return join(withRealFolder(folder), basename(path));
  }
}

function isPlain(path: string): boolean {
  return !isAbsolute(path) && !/^\.\.?(?:[\\/]|$)/.test(path);
}

function existsBelow(path: string, root: string): boolean {
  return [resolve(path), join(root, path)].some((one) => existsSync(one));
}

function outside(typed: string, root: string): CodedError {
  const where = resolve(typed);
  const what = where === typed ? typed : `${typed} (${where})`;
  return new CodedError('invalid_input', `${printable(what)} is outside the project ${printable(root)}.`, {
    remediation: 'Use a file of the project, or choose another project with --workspace.',
    data: { path: typed, root },
  });
}
