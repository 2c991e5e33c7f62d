/** A repository's own settings cannot make the program read more or use more of the machine. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';

let cli: CliFixture;
beforeEach(() => {
  cli = createCliFixture();
  cli.makeRepository();
});
afterEach(() => cli.remove());

test('a repository does not raise the size limit of files, and the command and doctor say so', async () => {
  cli.write('.codecompass/config.toml', '[index]\nmax_file_bytes = 67108864\n');
  cli.write('large.txt', 'some words of a text\n'.repeat(100_000));
  const { document, stderr } = await cli.runJson(['index']);
  expect(document.skipped).toMatchObject({ too_large: 1 });
  expect(stderr).toContain('67108864; a project may only lower it, so it stays at 1048576.');
  const doctor = await cli.runJson(['doctor']);
  const config = doctor.document.checks.find((check: { name: string }) => check.name === 'config');
  expect(config).toMatchObject({ status: 'warning', detail: expect.stringContaining('it stays at 1048576') });
});

test('a repository does not undo the patterns of the user', async () => {
  cli.write('private/plans.ts', 'export const plans = 1;\n');
  cli.write('.codecompass/config.toml', '[index]\nexclude = ["!private/", "!private/**"]\n');
  cli.write('.codecompassignore', '!private/\n!private/**\n');
  cli.write('../data/config.toml', '[index]\nexclude = ["private/"]\n');
  await cli.run(['index']);
  const { document } = await cli.runJson(['search', 'plans']);
  expect(JSON.stringify(document.results)).not.toContain('private/');
});
