import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createFolder, createRepository } from '../../test/support/test-repository.ts';
import { CodedError } from '../errors.ts';
import { openRepository } from '../scan/git/repository.ts';
import { confirmIndexing } from './confirm-indexing.ts';
import { TypedFlags } from './flags.ts';
import { createOutput } from './print/output.ts';

const settings = { maxFileBytes: 1_000, exclude: [], workers: 0, parseTimeoutMs: 1, maxMemoryMb: 256 };
const files = { 'a.ts': '', 'b.ts': '', 'nested/.git/HEAD': 'ref: refs/heads/main\n', 'nested/c.ts': '' };

interface Case {
  /** What the user types; undefined if there is no terminal. */
  readonly typed?: string;
  readonly flags?: readonly string[];
  readonly isRegistered?: boolean;
}

async function confirm(root: string, { typed, flags = [], isRegistered = false }: Case) {
  const written: string[] = [];
  const isTTY = typed !== undefined;
  const stream = { write: (text: string) => written.push(text), isTTY, columns: 80 };
  const output = createOutput({ stdout: stream, stderr: stream, json: false, verbose: false, env: {} });
  const input = Object.assign(new PassThrough(), { isTTY });
  input.end(typed ?? 'y\n');
  const call = { output, operands: [], flags: new TypedFlags(['yes'], new Map(flags.map((flag) => [flag, ['']]))) };
  const error = await confirmIndexing(call, await openRepository(root), isRegistered, settings, input).then(
    () => undefined,
    (thrown: unknown) => thrown as CodedError,
  );
  return { written: written.join(''), error };
}

test.each(['y\n', 'Yes\n', ' y'])('accepts %j', async (typed) => {
  const root = createFolder(files);
  const { written, error } = await confirm(root, { typed });
  expect(error).toBeUndefined();
  expect(written).toContain(`Index 2 files below ${root} without 1 nested repository? [y/N] `);
});

test.each(['n\n', '\n', 'yesterday\n', ''])('refuses %j', async (typed) => {
  const { error } = await confirm(createFolder(files), { typed });
  expect(error).toBeInstanceOf(CodedError);
  expect(error?.code).toBe('project_not_found');
});

test('refuses without a terminal, and says what to run', async () => {
  const root = createFolder(files);
  const { written, error } = await confirm(root, {});
  expect(written).toBe('');
  expect(error?.message).toBe(`${root} is not a git repository and is not indexed.`);
  expect(error?.cliRemediation).toContain('`codecompass index`');
  expect(error?.cliRemediation).toContain('--yes');
});

test('does not ask about a repository or a registered folder, nor with --yes', async () => {
  for (const [root, how] of [
    [createRepository(files).root, {}],
    [createFolder(files), { isRegistered: true }],
    [createFolder(files), { flags: ['yes'] }],
  ] as const) {
    expect(await confirm(root, how)).toEqual({ written: '', error: undefined });
  }
});

test('refuses a whole disk even with --yes', async () => {
  expect((await confirm('/', { flags: ['yes'] })).error?.code).toBe('invalid_input');
});
