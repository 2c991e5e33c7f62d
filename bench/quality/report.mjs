/** Formats judgements as text lines, for the terminal and, without times, for the figures file. */
import { judge } from '../../build/evaluate/score.js';

export function historyLines({ questions, figures }, { unfit }) {
  const left = Object.entries(unfit)
    .sort()
    .map(([reason, count]) => `${count} ${reason}`);
  return [
    `history: subjects of ${questions.length} commits after the indexed one; the right files are those each commit changed`,
    ...(left.length > 0 ? [`  skipped commits: ${left.join(', ')}`] : []),
    ...Object.entries(figures).flatMap(([which, table]) => tableLines(which, table)),
  ];
}

export function definitionLines({ counts, figures }) {
  const drawn = Object.entries(counts).map(([how, count]) => `${count} by ${how}`);
  return [
    `definitions: ${drawn.join(', ')}`,
    ...Object.entries(figures).flatMap(([how, rows]) => tableLines(how, rows)),
  ];
}

/** Compares the first right file with each baseline. Not stored, since the figures show it. */
export function comparisonLines({ comparisons }) {
  return Object.entries(comparisons).map(
    ([who, { better, worse }]) => `  first right file compared with ${who}: higher on ${better}, lower on ${worse}`,
  );
}

export function latencyLines(rows) {
  const times = ({ p50, p95, max }) => [p50, p95, max].map((ms) => ms.toFixed(1).padStart(9)).join('');
  return [
    `  ${'ms'.padEnd(10)}${['p50', 'p95', 'max', 'cpu p50', 'cpu p95', 'cpu max'].map((word) => word.padStart(9)).join('')}`,
    ...Object.entries(rows).map(
      ([capability, { calls, wall, cpu }]) =>
        `  ${capability.padEnd(10)}${times(wall)}${times(cpu)}   of ${calls} calls`,
    ),
  ];
}

/** Per question: the rank of the first right file for each method, the query, the right files, and our first five. */
export function questionLines({ questions, rankings }) {
  return questions.flatMap(({ commit, query, right }, at) => {
    const ranks = Object.entries(rankings).map(([who, ranked]) => `${who} ${judge(ranked[at], right).ranks[0] ?? '-'}`);
    return [
      `${commit.slice(0, 10)} ${ranks.join(', ')}  ${JSON.stringify(query)}`,
      `    right ${right.join(' ')}`,
      ...(rankings.codecompass ? [`    ours  ${rankings.codecompass[at].slice(0, 5).join(' ')}`] : []),
    ];
  });
}

/** The definitions that are not ranked first, with the results ranked above them. */
export function missLines({ answers }) {
  return Object.entries(answers).flatMap(([how, { questions, rankings }]) =>
    questions.flatMap(({ query, id, path, name, namesakes }, at) => {
      const rank = rankings[at].findIndex((result) => result.symbol_id === id) + 1;
      if (rank === 1) return [];
      const first = rankings[at]
        .slice(0, 3)
        .map((result) => `${result.path}:${result.line_start} ${result.name ?? ''}`);
      const wanted = `${name} in ${path}, one of ${namesakes}`;
      return [
        `${how}: rank ${rank || '-'}  ${JSON.stringify(query)}  wanted ${wanted}`,
        `    ours  ${first.join(' | ')}`,
      ];
    }),
  );
}

function tableLines(title, rows) {
  const columns = Object.keys(Object.values(rows)[0] ?? {});
  if (columns.length === 0) return [];
  return [
    `  ${title.padEnd(34)}${columns.map((column) => column.padStart(10)).join('')}`,
    ...Object.entries(rows).map(
      ([who, row]) => `    ${who.padEnd(32)}${columns.map((column) => row[column].toFixed(3).padStart(10)).join('')}`,
    ),
  ];
}
