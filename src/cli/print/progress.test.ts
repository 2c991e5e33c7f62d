import { expect, test } from 'vitest';
import type { JobSummary } from '../../indexing/job/job.ts';
import type { JobProgress } from '../../model.ts';
import { barLine, showProgress, showWait } from './progress.ts';

function state(change: Partial<JobProgress> = {}): JobProgress {
  return {
    stage: 'parsing',
    filesScanned: 3891,
    filesParsed: 1247,
    filesIndexed: 0,
    filesTotal: 3891,
    symbolsExtracted: 0,
    percentage: 32,
    ...change,
  };
}

/** A stream that records its writes, and a clock that is set by hand. */
function recorder(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const display = showProgress({ write: (text) => written.push(text), isTTY, columns }, () => clock.ms);
  return { written, clock, display };
}

test('draws percentage, bar and message', () => {
  expect(barLine(state(), 80)).toBe(' 32% [=======>----------------] Parsing files: 1247/3891 (32%)');
  expect(barLine(state({ percentage: 0 }), 80)).toContain('  0% [>-----------------------]');
  expect(barLine(state({ percentage: 100 }), 80)).toContain('100% [========================]');
});

test('shrinks the bar, drops it, then truncates the message on narrower terminals', () => {
  expect(barLine(state(), 50)).toBe(' 32% [===>-------] Parsing files: 1247/3891 (32%)');
  expect(barLine(state(), 40)).toBe(' 32% Parsing files: 1247/3891 (32%)');
  expect(barLine(state(), 20)).toBe(' 32% Parsing files:');
  for (let columns = 0; columns < 200; columns++) {
    expect(barLine(state(), columns).length).toBeLessThanOrEqual(Math.max(0, columns - 1));
  }
});

test('redraws one line on a terminal, at most ten times a second, and clears it', () => {
  const { written, clock, display } = recorder(true);
  display.update(state());
  display.update(state({ percentage: 33 }));
  clock.ms = 99;
  display.update(state({ percentage: 34 }));
  clock.ms = 100;
  display.update(state({ percentage: 35 }));
  display.end();
  display.update(state({ percentage: 36 }));
  display.end();
  expect(written.map((text) => text.slice(0, 5))).toEqual(['\r 32%', '\r 35%', '\r\x1b[K']);
  expect(written.join('')).not.toContain('\n');
});

test('assumes 80 columns for a terminal without a width', () => {
  const { written, display } = recorder(true, 0);
  display.update(state());
  expect(written.join('')).toContain('Parsing files: 1247/3891 (32%)');
});

test('writes nothing to a terminal without progress', () => {
  const { written, display } = recorder(true);
  display.end();
  expect(written).toEqual([]);
});

test('writes one line at the start and one at the end to other streams', () => {
  const { written, clock, display } = recorder(false);
  display.update(state({ stage: 'discovery', percentage: 5 }));
  display.update(state());
  clock.ms = 500;
  display.update(state({ percentage: 40 }));
  clock.ms = 1_000;
  display.update(state({ percentage: 50, filesParsed: 2000 }));
  expect(written).toEqual(['5% Scanning files: 3891 discovered\n']);
  display.end({ indexed: 3891, symbols: 12847, durationMs: 14_210 } as JobSummary);
  display.end();
  expect(written.slice(1)).toEqual(['100% Indexed 3891 files, 12847 symbols in 14.2s\n']);
});

test('writes no last line if the job failed or told nothing', () => {
  const { written, display } = recorder(false);
  display.update(state({ stage: 'discovery', percentage: 5 }));
  display.end();
  expect(written).toHaveLength(1);
  const silent = recorder(false);
  silent.display.end({ indexed: 1, symbols: 1, durationMs: 1 } as JobSummary);
  expect(silent.written).toEqual([]);
});

test('shows a wait message on a terminal, within its width, and clears it', () => {
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text), isTTY: true, columns: 12 };
  showWait(stream, 'Checking every grammar …')();
  expect(written).toEqual(['Checking ev', '\r\x1b[K']);
  showWait({ ...stream, isTTY: false }, 'Checking every grammar …')();
  expect(written).toHaveLength(2);
});
