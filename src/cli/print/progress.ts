/**
 * Shows the progress of a job on stderr: one line that is redrawn on a terminal; elsewhere one line at the start and one
 * at the end. The cursor is never hidden, so a crash cannot leave it hidden.
 */
import { completionMessage, type JobSummary, progressMessage } from '../../indexing/job/job.ts';
import type { JobProgress, JobStage } from '../../model.ts';
import type { Stream } from './output.ts';

export interface ProgressDisplay {
  update(progress: JobProgress): void;
  /** Clears the line and ignores further updates. The summary of a job that succeeded is the last line. */
  end(summary?: JobSummary): void;
}

const redrawMs = 100;
const maxBarWidth = 24;
const minBarWidth = 8;

export function showProgress(stream: Stream, now: () => number = performance.now.bind(performance)): ProgressDisplay {
  const isTerminal = stream.isTTY === true;
  let lastMs = Number.NEGATIVE_INFINITY;
  let lastStage: JobStage | undefined;
  let ended = false;

  return {
    update(progress) {
      const isDue = isTerminal ? now() - lastMs >= redrawMs || progress.stage !== lastStage : lastStage === undefined;
      if (ended || !isDue) return;
      lastMs = now();
      lastStage = progress.stage;
      if (isTerminal) stream.write(`\r${barLine(progress, stream.columns || 80)}\x1b[K`);
      else stream.write(`${Math.floor(progress.percentage)}% ${progressMessage(progress)}\n`);
    },
    end(summary) {
      if (!ended && lastStage !== undefined) {
        if (isTerminal) stream.write('\r\x1b[K');
        else if (summary !== undefined) stream.write(`100% ${completionMessage(summary)}\n`);
      }
      ended = true;
    },
  };
}

/** Shows a message during a wait, on a terminal only. The returned function clears it. */
export function showWait(stream: Stream, sentence: string): () => void {
  if (stream.isTTY !== true) return () => {};
  stream.write(sentence.slice(0, Math.max(0, (stream.columns || 80) - 1)));
  return () => void stream.write('\r\x1b[K');
}

/** ` 42% [==========>-------------] Parsing files: 1247/3891 (32%)`, shorter than the width of the terminal. */
export function barLine(progress: JobProgress, columns: number): string {
  const percentage = Math.min(100, Math.max(0, Math.floor(progress.percentage)));
  const message = progressMessage(progress);
  // Some terminals wrap when the last column is written, so it stays empty.
  const available = Math.max(0, columns - 1);
  const head = `${String(percentage).padStart(3)}%`;
  const barWidth = Math.min(maxBarWidth, available - head.length - message.length - 4);
  const line = barWidth < minBarWidth ? `${head} ${message}` : `${head} [${bar(percentage, barWidth)}] ${message}`;
  return line.slice(0, available);
}

function bar(percentage: number, width: number): string {
  const filled = Math.floor((width * percentage) / 100);
  const done = filled === width ? '='.repeat(width) : `${'='.repeat(filled)}>`;
  return done.padEnd(width, '-');
}
