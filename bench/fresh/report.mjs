/** The figures of fresh-bench.mjs, and a table of them. */

/** Returns the times from edit to right answer, and counts of the answers before. */
export function figuresOf(answers) {
  const byKind = {};
  for (const { kind } of answers) byKind[kind] ??= timesOf(answers.filter((answer) => answer.kind === kind));
  const sum = (freshness) => answers.reduce((total, { wrong }) => total + wrong[freshness], 0);
  return {
    ms: timesOf(answers),
    byKind,
    freshAndWrong: sum('fresh'),
    staleAnswers: sum('stale') + sum('syncing'),
    rightAtOnce: answers.filter(({ wrong }) => Object.values(wrong).every((count) => count === 0)).length,
  };
}

function timesOf(answers) {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.ceil(share * sorted.length) - 1]);
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

export function tableOf({ repo, files, edits, sides }) {
  const rows = [
    ['save to right answer, p50 / p95 / max', (side) => `${times(side.ms)} ms`],
    ...Object.keys(sides[0].byKind).map((kind) => [`– ${kind}`, (side) => `${times(side.byKind[kind])} ms`]),
    ['edits whose first answer was right', (side) => side.rightAtOnce],
    ['answers `fresh` and wrong', (side) => side.freshAndWrong],
    ['answers `stale` or `syncing` before the right one', (side) => side.staleAnswers],
    ['first save after the start', (side) => `${side.firstMs} ms`],
    ['first save after 20,000 ignored files', (side) => `${side.msAfterFilling} ms`],
    ['inotify watches, then with 20,000 ignored files', (side) => `${side.watches}, ${side.watchesAfterFilling}`],
    [
      'memory at start, after the edits, at the end',
      (side) => `${side.startMb}, ${side.endMb}, ${side.afterFillingMb} MB`,
    ],
    ['CPU in 10 s without a change', (side) => `${side.idleProcessorSeconds} s`],
    ['CPU while 20,000 ignored files are written', (side) => `${side.fillingProcessorSeconds} s`],
  ];
  const lines = [
    `| ${repo}: ${files} files, ${edits} edits | ${sides.map(({ side }) => side).join(' | ')} |`,
    `|---|${sides.map(() => '---:|').join('')}`,
    ...rows.map(([what, of]) => `| ${what} | ${sides.map(of).join(' | ')} |`),
  ];
  return `${lines.join('\n')}\n`;
}

function times({ p50, p95, max }) {
  return `${p50} / ${p95} / ${max}`;
}
