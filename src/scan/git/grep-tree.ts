/**
 * Searches all files of a commit for texts, inside git: it reads the objects with several threads and sends only the
 * paths. Nothing that the repository configures runs: no text converter, no pager, no submodule. Nor are its attributes
 * read, which say what is binary: their patterns can take git forever.
 */
import { type Name, nameOf } from '../listing/names.ts';
import { gitLocationOf, runGit } from './git.ts';
import { gitFailure, unexpectedOutput } from './process/git-errors.ts';
import type { Repository } from './repository.ts';

export interface TreeSearch {
  /** At least one. A line matches if it contains any of them. */
  readonly texts: readonly string[];
  readonly ignoresCase?: boolean;
  /** Only whole words match. */
  readonly wholeWords?: boolean;
  /** Endings of paths that are not searched, such as `.json`. */
  readonly except?: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

export interface TreeMatches {
  /** The files that match, binary files among them, with the number of matching lines. */
  readonly files: readonly { readonly name: Name; readonly lines: number }[];
  /** Paths that git could not read. */
  readonly unreadable: readonly string[];
}

export async function grepTree(
  repository: Repository,
  commit: string,
  { texts, ignoresCase = false, wholeWords = false, except = [], signal }: TreeSearch,
): Promise<TreeMatches> {
  const place = gitLocationOf(repository);
  const args = [
    ...['--count', '--null', '--text', '--fixed-strings', '--no-color', '--no-textconv', '--no-recurse-submodules'],
    ...(ignoresCase ? ['--ignore-case'] : []),
    ...(wholeWords ? ['--word-regexp'] : []),
    ...texts.flatMap((text) => ['-e', text]),
    commit,
    ...(except.length === 0 ? [] : ['--', '.', ...except.map((ending) => `:(exclude,icase)*${ending}`)]),
  ];
  const { exitCode, stdout, stderr } = await runGit(place, 'grep', args, { signal });
  const unreadable = [...stderr.matchAll(/^error: '[0-9a-f]+:(.*)': unable to read [0-9a-f]+$/gm)];
  // 1: no file matches.
  if (exitCode > 1 && unreadable.length === 0) throw gitFailure(place, stderr);
  const files = [...matchesIn(stdout)];
  if (files.some(({ lines }) => !(lines > 0))) throw unexpectedOutput(place, 'grep', stdout.toString('utf8'));
  return { files, unreadable: [...new Set(unreadable.map((match) => match[1] as string))] };
}

/** Each match is `COMMIT:PATH<NUL>COUNT<newline>`. Anything else has no number of lines. */
function* matchesIn(output: Buffer): Generator<{ name: Name; lines: number }> {
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start);
    const newline = output.indexOf(lineEnd, end);
    if (end === -1 || newline === -1) return yield { name: { path: '' }, lines: Number.NaN };
    const path = output.subarray(output.indexOf(colon, start) + 1, end);
    yield { name: nameOf(path), lines: Number(output.toString('latin1', end + 1, newline)) };
    start = newline + 1;
  }
}

const lineEnd = '\n'.charCodeAt(0);
const colon = ':'.charCodeAt(0);
