/** A job's summary as lines of text. Pure: what is printed where is up to the command. */
import path from 'node:path';
import type { JobSummary } from '../indexing/job.ts';
import type { ParseOutcome, SkipReason } from '../model.ts';
import { printable } from './printable.ts';

/** What happened, in one sentence. */
export function headline(summary: JobSummary, operation: 'index' | 'sync'): string {
  const time = duration(summary.durationMs);
  const what = refLine(summary);
  if (summary.changed === 0 && summary.mode === 'incremental')
    return `Nothing changed: ${what} is up to date (${time})`;
  if (operation === 'index') return `Indexed ${what} in ${time}`;
  return `Synced ${what}: ${count(summary.changed, 'file')} changed, in ${time}`;
}

/** The figures, as a table of two columns. */
export function details(summary: JobSummary, verbose: boolean): string[] {
  const skipped = sum(Object.values(summary.skipped));
  const rows: [string, string][] = [
    [
      'files',
      `${number(summary.discovered)} discovered = ${number(summary.indexed)} indexed + ${number(skipped)} skipped`,
    ],
    ['parsed', `${number(summary.parsed)} now, ${number(summary.indexed - summary.parsed)} reused`],
  ];
  if (skipped > 0) rows.push(['skipped', tally(summary.skipped, skipWords)]);
  rows.push(['symbols', number(summary.symbols)]);
  if (summary.indexed > 0) rows.push(['languages', tally(summary.languages, {}, verbose ? undefined : 6)]);
  const trouble = tally(summary.outcomes, troubleWords, undefined, true);
  if (trouble !== '') rows.push(['syntax', trouble]);
  rows.push(['size', sizeLine(summary)]);
  if (verbose) {
    rows.push(['mode', summary.mode], ['memory', `${bytes(summary.peakMemoryBytes)} at most`]);
    rows.push(['job', summary.jobId], ['project', summary.projectId]);
  }
  return rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`);
}

/** What the user may want to do or know next, as sentences. */
export function remarks(summary: JobSummary, verbose: boolean): string[] {
  const { submodules, interruptedJobs } = summary;
  const lines: string[] = [...summary.warnings];
  if (interruptedJobs > 0) {
    lines.push(`${count(interruptedJobs, 'interrupted job')} found; what had been finished was reused.`);
  }
  if (submodules.length > 0) {
    const are = submodules.length === 1 ? 'is a project of its own' : 'are projects of their own';
    const shown = verbose ? submodules : submodules.slice(0, 1);
    lines.push(
      `${count(submodules.length, 'nested repository', 'nested repositories')} ${are}:`,
      ...shown.map((folder) => `  codecompass index --path ${quoted(path.resolve(summary.root, folder))}`),
    );
  }
  return lines;
}

/** `main at 1a2b3c4d5e6f (working tree)` */
export function refLine(state: { ref: string; commit?: string; source: 'worktree' | 'objects' }): string {
  const isNamed = state.commit !== undefined && state.ref !== state.commit;
  const name = isNamed || state.commit === undefined ? printable(state.ref) : state.ref.slice(0, 12);
  const commit = isNamed ? ` at ${state.commit?.slice(0, 12)}` : '';
  return `${name}${commit}${state.source === 'worktree' ? ' (working tree)' : ''}`;
}

const skipWords: Readonly<Record<SkipReason, string>> = {
  binary: 'binary',
  too_large: 'too large',
  minified: 'minified',
  secret: 'secret',
  unreadable: 'unreadable',
  link: 'link',
  encoding: 'unknown encoding',
  excluded: 'excluded',
};

const troubleWords: Readonly<Partial<Record<ParseOutcome, string>>> = {
  recovered: 'recovered from syntax errors',
  timeout: 'given up for time',
  too_complex: 'given up as too complex',
  crashed: 'given up after a crash',
};

/** `20 binary, 3 too large`, the largest first; with `onlyKnown`, only what `words` has. */
function tally(
  counts: Readonly<Record<string, number>>,
  words: Readonly<Record<string, string>>,
  limit?: number,
  onlyKnown = false,
): string {
  const rows = Object.entries(counts)
    .filter(([name, amount]) => amount > 0 && (!onlyKnown || Object.hasOwn(words, name)))
    .sort(([nameA, a], [nameB, b]) => b - a || (nameA < nameB ? -1 : 1));
  const shown = rows.slice(0, limit).map(([name, amount]) => `${number(amount)} ${words[name] ?? printable(name)}`);
  const rest = sum(rows.slice(shown.length).map(([, amount]) => amount));
  return [...shown, ...(rest > 0 ? [`${number(rest)} other`] : [])].join(', ');
}

function sizeLine({ indexBytes, sourceBytes }: JobSummary): string {
  // Beside little source, the fixed part of an index makes any share meaningless.
  const share = sourceBytes >= 1_000_000 ? ` (${Math.round((100 * indexBytes) / sourceBytes)}%)` : '';
  return `${bytes(indexBytes)} of index for ${bytes(sourceBytes)} of source${share}`;
}

/** A path in the form that a shell takes. */
function quoted(file: string): string {
  const text = printable(file);
  return /^[\w./@%+:,=~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function count(amount: number, one: string, many = `${one}s`): string {
  return `${number(amount)} ${amount === 1 ? one : many}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

export function bytes(amount: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = amount;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
