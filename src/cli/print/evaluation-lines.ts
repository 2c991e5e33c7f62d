/** Formats an evaluation as text: two tables, a small chart, and the method. */
import type { Evaluation } from '../../evaluate/evaluate.ts';
import { printable } from '../../text/printable.ts';

export interface EvaluationReport extends Evaluation {
  readonly root: string;
  readonly head: string;
  /** The commit whose index was queried. */
  readonly base: string;
  readonly files: number;
  readonly seed: string;
  /** The number of commits that were not used as questions, by reason. */
  readonly left_out: Readonly<Record<string, number>>;
}

const barWidth = 40;

export function evaluationLines(report: EvaluationReport): string[] {
  const { root, base, files, questions, recall, tokens, seed } = report;
  const left = Object.entries(report.left_out).map(([reason, count]) => `${count} ${reason}`);
  return [
    `${printable(root)}: ${questions} commits after ${base.slice(0, 12)} (${files} files), seed ${seed}`,
    '',
    'Files that a commit changed, found by its subject',
    row('', ['recall@1', 'recall@5', 'recall@10', 'any in 10']),
    ...Object.entries(recall).map(([who, { recall_at_1, recall_at_5, recall_at_10, hit_at_10 }]) =>
      row(
        who,
        [recall_at_1, recall_at_5, recall_at_10, hit_at_10].map((share) => share.toFixed(3)),
      ),
    ),
    '',
    ...([1, 5, 10] as const).flatMap((k) =>
      Object.entries(recall).map(([who, figures], at) => {
        const share = figures[`recall_at_${k}`];
        return `${(at === 0 ? `@${k}` : '').padStart(5)} ${who.padEnd(12)} ${'#'.repeat(Math.round(share * barWidth))}`;
      }),
    ),
    '',
    'Tokens until a changed file is in view (four characters each)',
    row('', ['median', 'mean', 'in view']),
    ...tokens.map(({ way, median, mean, found }) =>
      row(way, [grouped(median), grouped(mean), `${Math.round(found * 100)} %`]),
    ),
    '',
    'Method: the index is built from the commit before all questions, so it contains none of their changes. A question',
    'is the subject of a commit without ticket numbers; the correct files are those it changed that are in the index.',
    'Recall is the mean share of them among the first k files. grep ranks files by the number of lines that match any',
    'word. Its token figures are optimistic: it tries up to three words, the rarest first, and reads the smallest',
    'correct file, neither of which a real search knows in advance.',
    `Not used: merges${left.length > 0 ? `, and of the rest ${left.join(', ')}` : ''}.`,
  ];
}

function row(name: string, cells: readonly string[]): string {
  return `  ${name.padEnd(32)}${cells.map((cell) => cell.padStart(11)).join('')}`.trimEnd();
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
