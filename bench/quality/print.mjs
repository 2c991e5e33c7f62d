/** Judgements as tables for the terminal. */
import { judge } from './score.mjs';

export function printHistory({ questions, figures, searchMs }, { unfit }) {
  const left = Object.entries(unfit).map(([reason, count]) => `${count} ${reason}`);
  line(`history: ${questions.length} commits after the base, each judged by its files that the base has`);
  if (left.length > 0) line(`  left out: ${left.join(', ')}`);
  for (const [which, table] of Object.entries(figures)) printTable(which, table);
  if (searchMs.length > 0) line(`  search: p50 ${percentile(searchMs, 0.5)} ms, p95 ${percentile(searchMs, 0.95)} ms`);
}

/** Per question: the rank of the first right file for each, the query, the right files, and the first five of ours. */
export function printQuestions({ questions, rankings }) {
  questions.forEach(({ commit, query, right }, at) => {
    const ranks = Object.entries(rankings).map(([who, ranked]) => `${who} ${judge(ranked[at], right).ranks[0] ?? '-'}`);
    line(`${commit.slice(0, 10)} ${ranks.join(', ')}  ${JSON.stringify(query)}`);
    line(`    right ${right.join(' ')}`);
    if (rankings.codecompass) line(`    ours  ${rankings.codecompass[at].slice(0, 5).join(' ')}`);
  });
}

function printTable(title, rows) {
  const columns = Object.keys(Object.values(rows)[0]).filter((column) => column !== 'against');
  line(`  ${title.padEnd(20)}${columns.map((column) => column.padStart(11)).join('')}`);
  for (const [who, row] of Object.entries(rows)) {
    const { against } = row;
    const note = against ? `   ours better on ${against.better}, worse on ${against.worse}` : '';
    line(`    ${who.padEnd(18)}${columns.map((column) => row[column].toFixed(3).padStart(11)).join('')}${note}`);
  }
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
}

function line(text) {
  process.stdout.write(`${text}\n`);
}
