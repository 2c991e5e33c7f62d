/** Formats the summary of a job as lines of text. */
import path from 'node:path';
import type { JobSummary } from '../../indexing/job/job.ts';
import { parseTroubles, skipReasons } from '../../model.ts';
import { bytes, count, duration, number, sum } from '../../render/amounts.ts';
import { printable } from '../../text/printable.ts';

/** The result in one sentence. */
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
  const problems = tally(summary.outcomes, problemWords, undefined, true);
  if (problems !== '') rows.push(['syntax', problems]);
  rows.push(['size', sizeLine(summary)]);
  if (verbose) {
    rows.push(['mode', summary.mode], ['memory', `${bytes(summary.peakMemoryBytes)} peak`]);
    rows.push(['job', summary.jobId], ['project', summary.projectId]);
  }
  return rows.map(([name, value]) => `  ${name.padEnd(9)}  ${value}`);
}

/** Notes and next steps, as sentences. */
export function remarks(
  summary: JobSummary,
  verbose: boolean,
  isCheckedOut: (folder: string) => boolean = () => true,
): string[] {
  const { interruptedJobs } = summary;
  const submodules = summary.submodules.filter(isCheckedOut);
  const absent = summary.submodules.length - submodules.length;
  const lines: string[] = [...summary.warnings];
  if (interruptedJobs > 0) {
    lines.push(`${count(interruptedJobs, 'interrupted job')} found; finished work was reused.`);
  }
  if (submodules.length > 0) {
    const are = submodules.length === 1 ? 'is a separate project' : 'are separate projects';
    const shown = verbose ? submodules : submodules.slice(0, 1);
    const left = submodules.length - shown.length;
    lines.push(`${count(submodules.length, 'nested repository', 'nested repositories')} ${are}:`);
    for (const folder of shown) {
      lines.push(`  codecompass index --workspace ${quoted(path.resolve(summary.root, folder))}`);
    }
    if (left > 0) lines.push(`  … and ${number(left)} more; --verbose lists all`);
  }
  if (absent > 0) {
    const [are, them] = absent === 1 ? ['is', 'it'] : ['are', 'them'];
    const absentModules = `${count(absent, 'submodule')} ${are} not checked out`;
    lines.push(`${absentModules}; run \`git submodule update --init\` to get ${them}.`);
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

/** The name of a ref, or the abbreviated id of a commit. */
export function shortRef(ref: string): string {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref) ? ref.slice(0, 12) : printable(ref);
}

export const skipWords = countedWords(skipReasons);
/** Only for outcomes that are a problem. */
export const problemWords = countedWords(parseTroubles);

function countedWords(table: Readonly<Record<string, { counted: string } | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, words]) => (words === undefined ? [] : [[name, words.counted]])),
  );
}

/** `20 binary, 3 too large`, largest first; with `onlyKnown`, only the keys of `words`. */
export function tally(
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

/** The size of the index and of the source, with a percentage if the index has one ref and so compares with it. */
export function sizeLine({ indexBytes, sourceBytes }: { indexBytes: number; sourceBytes: number }, refs = 1): string {
  // For little source, the fixed size of an index makes the percentage meaningless.
  const isMeaningful = refs === 1 && sourceBytes >= 1_000_000;
  const share = isMeaningful ? ` (${Math.round((100 * indexBytes) / sourceBytes)}%)` : '';
  return `${bytes(indexBytes)} of index for ${bytes(sourceBytes)} of source${refs > 1 ? ' on this ref' : ''}${share}`;
}

/** Quotes a path for a shell. */
export function quoted(file: string): string {
  const text = printable(file);
  return /^[\w./@%+:,=~-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
