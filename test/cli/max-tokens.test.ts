/** `--max-tokens` of the built program: a ceiling if it is set, and none otherwise. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

const functions = Array.from(
  { length: 900 },
  (_, at) => `export function handleRequest${at}(request: Request): number;`,
);

test('a command has no ceiling unless it is set', () => {
  const run = programIn(createRepository({ 'src/requests.ts': functions.join('\n') }).root, temporaryFolder());
  const whole = JSON.parse(run('outline', 'src/requests.ts', '--json').stdout);
  expect(whole.symbols).toHaveLength(900);
  expect(whole.metadata).toMatchObject({ result_completeness: 'complete', tokens: expect.any(Number) });
  // The path is on the first line.
  expect(run('outline', 'src/requests.ts').stdout.trimEnd().split('\n')).toHaveLength(901);

  for (const limit of [400, 3_000]) {
    const { stdout } = run('outline', 'src/requests.ts', '--json', '--max-tokens', String(limit));
    const cut = JSON.parse(stdout);
    const tokens = countTokens(stdout);
    expect(tokens).toBeLessThanOrEqual(limit * 1.05);
    expect(tokens).toBeGreaterThan(limit * 0.7);
    expect(cut.metadata).toMatchObject({ result_completeness: 'truncated', symbol_count: 900 });
    expect(cut.metadata.warnings[0]).toBe(
      `Left out for --max-tokens ${limit}: ${900 - cut.symbols.length} of 900 symbols. Increase --max-tokens.`,
    );
  }

  const printed = run('outline', 'src/requests.ts', '--max-tokens', '1000');
  const lines = printed.stdout.trimEnd().split('\n').slice(1).length;
  expect(lines).toBeLessThan(100);
  expect(printed.stderr).toContain(`Left out for --max-tokens 1000: ${900 - lines} of 900 symbols.`);
  expect(countTokens(printed.stdout)).toBeLessThan(1_050);
});

test('a ceiling below 1 is rejected', () => {
  const run = programIn(createRepository({ 'a.ts': 'export const one = 1;\n' }).root, temporaryFolder());
  const { exitCode, stderr } = run('search', 'one', '--max-tokens', '0');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('error[invalid_max_tokens]');
});
