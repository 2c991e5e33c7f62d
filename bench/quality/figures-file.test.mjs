import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeFigures } from './figures-file.mjs';

test('each repository has one block, in name order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'codecompass-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'quality', 'figures.txt');
  writeFigures(file, 'zebra', ['zebra: 1', '  old']);
  writeFigures(file, 'ant', ['ant: 1', '  first']);
  writeFigures(file, 'zebra', ['zebra: 2', '  new']);
  expect(readFileSync(file, 'utf8').split('\n\n').slice(1)).toEqual(['ant: 1\n  first', 'zebra: 2\n  new\n']);
});
