/** The differences and times of a run, and their summary. */
import { createWriteStream } from 'node:fs';
import { differencesOf, maskedFields, pathGroup } from './compare.mjs';
import { freshnessTimeout, retries } from './server.mjs';

export const sides = ['before', 'after'];
const shownGroups = 40;

/** Collects the results of a run. `file` receives every difference, if it is given. */
export function createReport({ file, workers }) {
  const lines = file === undefined ? undefined : createWriteStream(file);
  /** Per tool or command: calls, errors, differences, and the times of each side. */
  const tallies = new Map();
  const groups = new Map();
  const indexRows = [];
  const warnings = [];
  return {
    judge,
    record,
    print,
    addIndexRow: (row) => indexRows.push(row),
    warn: (warning) => warnings.push(warning),
    hasDifferences: () => groups.size > 0,
    close: () => new Promise((done) => (lines === undefined ? done() : lines.end(done))),
  };

  /** Compares the texts of both sides. */
  function judge({ texts, ...what }) {
    const differences = differencesOf(texts.before, texts.after);
    const [before, after] = sides.map((side) => what.answers?.[side].isError);
    // `isError` is a field of the reply, not part of its text.
    if (before !== after) differences.push({ path: 'isError', before, after });
    record({ ...what, differences });
  }

  function record({ repo, asked, params, differences, answers }) {
    const tally = tallies.get(asked) ?? { calls: 0, errors: 0, different: 0, ms: { before: [], after: [] } };
    tallies.set(asked, tally);
    tally.calls++;
    if (answers?.before.isError) tally.errors++;
    for (const side of answers === undefined ? [] : sides) tally.ms[side].push(answers[side].ms);
    if (differences.length === 0) return;
    tally.different++;
    lines?.write(`${JSON.stringify({ repo, asked, params, differences: differences.map(withNull) })}\n`);
    const seen = new Set();
    for (const { path, before, after } of differences) {
      const key = `${asked}  ${pathGroup(path)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const group = groups.get(key) ?? { calls: 0, first: { repo, params, path, before, after } };
      group.calls++;
      groups.set(key, group);
    }
  }

  function print(startedAt) {
    const out = (line = '') => process.stdout.write(`${line}\n`);
    const shownWorkers = workers === 0 ? 'default workers' : `workers: ${workers}`;
    out(`Index (${shownWorkers}): wall time of every round, size and peak memory of the last`);
    for (const { name, times, bytes, memory } of indexRows) {
      for (const [at, side] of sides.entries()) {
        const rounds = times[side].map((ms) => `${(ms / 1_000).toFixed(2)} s`).join(', ');
        out(`  ${name.padEnd(16)} ${side.padEnd(6)} ${rounds}; ${megabytes(bytes[at])}; ${megabytes(memory[at])}`);
      }
    }
    out();
    table(out, [
      ['asked', 'calls', 'errors', 'equal', 'differ', 'p50 before', 'p50 after', 'p95 before', 'p95 after'],
      ...[...tallies]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([asked, { calls, errors, different, ms }]) => [
          asked,
          calls,
          errors,
          calls - different,
          different,
          ...[0.5, 0.95].flatMap((share) => sides.map((side) => quantile(ms[side], share))),
        ]),
    ]);
    const total = sum((tally) => tally.calls);
    const different = sum((tally) => tally.different);
    if (groups.size > 0) {
      out('\nDifferences by tool or command and JSON path; the first of each');
      const largest = [...groups].sort(([, a], [, b]) => b.calls - a.calls);
      for (const [key, { calls, first }] of largest.slice(0, shownGroups)) {
        out(`  ${key}  (${calls} ${calls === 1 ? 'answer' : 'answers'})`);
        out(`    ${first.repo} ${short(first.params, 300)}`);
        out(`    at ${first.path}`);
        out(`    - ${short(first.before)}`);
        out(`    + ${short(first.after)}`);
      }
      if (groups.size > shownGroups) out(`  … and ${groups.size - shownGroups} more; --report FILE writes all of them`);
    }
    out('\nMasked before the comparison');
    for (const field of maskedFields) out(`  ${field}`);
    if (retries > 0) out(`\nRetried because of "${freshnessTimeout}": ${retries} times`);
    for (const warning of warnings) out(`\nWarning: ${warning}`);
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    out(`\n${total} answers compared in ${seconds} s: ${total - different} are equal, ${different} differ.`);
  }

  function sum(of) {
    return [...tallies.values()].reduce((total, tally) => total + of(tally), 0);
  }
}

/** JSON omits undefined, which would hide the side that lacks the field. */
function withNull({ path, before, after }) {
  return { path, before: before === undefined ? '(absent)' : before, after: after === undefined ? '(absent)' : after };
}

function table(out, rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows) {
    out(
      row.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[at]))).join('  '),
    );
  }
}

function quantile(times, share) {
  if (times.length === 0) return '';
  const sorted = [...times].sort((a, b) => a - b);
  return `${sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1)} ms`;
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function short(value, most = 160) {
  const text = value === undefined ? '(absent)' : JSON.stringify(value);
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
