/** The smoke test: indexes a repository and queries it through the CLI and through MCP. */
import { expect, onTestFinished, test } from 'vitest';
import { programEnvironment, runProgram } from './support/run-program.ts';
import { connectStdio, createFixture } from './support/serve-fixture.ts';

test('the CLI and an MCP client find the same symbol in an indexed repository', async () => {
  const fixture = await createFixture({ indexed: false });
  onTestFinished(() => fixture.remove());
  const { base, home, repository } = fixture;
  const run = (...args: string[]) => runProgram(args, { cwd: repository.root, env: programEnvironment(base, home) });

  const indexed = await run('index', '--json');
  expect(indexed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(JSON.parse(indexed.stdout)).toMatchObject({ ref: 'main', discovered: 10, indexed: 10 });

  const found = await run('search', 'validate_token', '--json');
  const wanted = { path: 'src/auth/jwt.rs', name: 'validate_token', line_start: 23 };
  expect(JSON.parse(found.stdout).results[0]).toMatchObject(wanted);

  const connection = await connectStdio(fixture);
  onTestFinished(() => connection.close());
  const { isError, body } = await connection.call('locate_symbol', { name: 'validate_token' });
  expect(isError).toBe(false);
  expect(body.results).toMatchObject([wanted]);
  const calls = await connection.call('get_call_graph', { symbol_name: 'validate_token', direction: 'callers' });
  expect(JSON.stringify(calls.body)).toContain('authenticate');
});
