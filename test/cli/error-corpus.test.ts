/**
 * A corpus of errors on the command line. Each is provoked, and what its remedy says is done literally: the commands in
 * it are run, or the words that it suggests are used. Then the same command succeeds, or says something else.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliFixture, createCliFixture } from '../support/cli-fixture.ts';
import type { ProgramRun } from '../support/run-program.ts';

let cli: CliFixture;

beforeAll(async () => {
  cli = createCliFixture();
  cli.makeRepository();
  cli.write('src/twice.ts', 'export function both() {}\n\nexport function lonely() {}\n');
  cli.write('lib/twice.ts', 'export function both() {}\n');
  cli.git('add', '.');
  cli.git('commit', '--quiet', '--message=Second');
  cli.git('tag', 'v1');
  await cli.run(['index']);
});
afterAll(() => cli?.remove());

interface Case {
  readonly args: readonly string[];
  readonly code: string;
  /** What to run after the remedy; default: the same command, which must succeed. */
  readonly next?: (remedy: string, error: ProgramRun) => readonly string[] | 'nothing';
  readonly before?: () => void;
  /** What a user does that is not a command of this program. */
  readonly act?: () => void;
  readonly cwd?: () => string;
  readonly env?: () => Readonly<Record<string, string>>;
}

const nothing = () => 'nothing' as const;
/** The suggested word in `did you mean WORD?`. */
const suggested = (text: string): string => /did you mean ([^?,\s]+)/i.exec(text)?.[1] ?? 'no suggestion';

const corpus: Readonly<Record<string, Case>> = {
  'a budget of nothing': {
    args: ['context', 'greet', '--max-tokens', '0'],
    code: 'invalid_max_tokens',
    next: (remedy) => ['context', 'greet', '--max-tokens', /of (\d+) or more/.exec(remedy)?.[1] ?? ''],
  },
  'an unknown strategy': {
    args: ['context', 'greet', '--strategy', 'deep'],
    code: 'invalid_strategy',
    next: (remedy) => ['context', 'greet', '--strategy', /--strategy (\w+)\./.exec(remedy)?.[1] ?? ''],
  },
  'a ref to prune that is not indexed': { args: ['prune', '--ref', 'nosuch'], code: 'ref_not_indexed', next: nothing },
  'the status of a tag that is not indexed': { args: ['status', '--ref', 'v1'], code: 'ref_not_indexed' },
  'the skipped files of a tag that is not indexed': {
    args: ['skipped', '--ref', 'v2'],
    code: 'ref_not_indexed',
    before: () => cli.git('tag', 'v2', 'HEAD~1'),
  },
  'a comparison with a ref that does not exist': {
    args: ['compare', 'greet', 'later', 'main'],
    code: 'ref_not_indexed',
    act: () => cli.git('tag', 'later'),
  },
  'a ref that does not exist': {
    args: ['search', 'greet', '--ref', 'nosuch'],
    code: 'invalid_input',
    act: () => expect(cli.git('branch', '--all')).toContain('main'),
    next: () => ['search', 'greet', '--ref', 'main'],
  },
  'a misspelled file': {
    args: ['outline', 'src/gret.ts'],
    code: 'file_not_found',
    next: (remedy) => ['outline', suggested(remedy)],
  },
  'an unknown folder': {
    args: ['outline', 'scr'],
    code: 'file_not_found',
    next: (remedy) => ['outline', suggested(remedy)],
  },
  'a skipped file': { args: ['outline', 'logo.bin'], code: 'file_not_found', next: nothing },
  'a line past the end': {
    args: ['callers', 'src/twice.ts:99999'],
    code: 'range_out_of_file',
    next: (remedy) => ['callers', `src/twice.ts:${/to (\d+)/.exec(remedy)?.[1]}`],
  },
  'a line past the end of a file': {
    args: ['outline', 'src/twice.ts:99999'],
    code: 'range_out_of_file',
    next: (remedy) => ['outline', `src/twice.ts:${/to (\d+)/.exec(remedy)?.[1]}`],
  },
  'a line outside every symbol': {
    args: ['callers', 'src/twice.ts:2'],
    code: 'symbol_not_found',
    next: (remedy) => ['callers', `src/twice.ts:${/lines? (\d+)/.exec(remedy)?.[1]}`],
  },
  'a misspelled symbol': {
    args: ['callers', 'gret'],
    code: 'symbol_not_found',
    next: (remedy) => ['callers', suggested(remedy)],
  },
  'an unknown symbol': { args: ['callers', 'zzyzxq'], code: 'symbol_not_found', next: nothing },
  'an unknown id': { args: ['callers', 'sym_00000000000000000000000000'], code: 'symbol_not_found', next: nothing },
  'a symbol in another file': {
    args: ['callers', 'lonely', '--path', 'lib/twice.ts'],
    code: 'symbol_not_found',
    next: (remedy) => ['callers', 'lonely', '--path', /one of: ([^,\s]+?)\.?$/.exec(remedy)?.[1] ?? ''],
  },
  'a symbol of several files': {
    args: ['callers', 'both'],
    code: 'ambiguous_symbol',
    next: (_remedy, { stderr }) => ['callers', /^ {2}(\S+:\d+) /m.exec(stderr)?.[1] ?? ''],
  },
  'a compared symbol of several files': {
    args: ['compare', 'both', 'main', 'main'],
    code: 'ambiguous_symbol',
    next: (_remedy, { stderr }) => [
      'compare',
      'both',
      'main',
      'main',
      '--path',
      /^ {2}(\S+):\d+ /m.exec(stderr)?.[1] ?? '',
    ],
  },
  'a misspelled language': {
    args: ['search', 'greet', '--lang', 'typescrpt'],
    code: 'invalid_input',
    next: (_remedy, { stderr }) => ['search', 'greet', '--lang', suggested(stderr)],
  },
  'a limit of nothing': { args: ['search', 'greet', '--limit', '0'], code: 'invalid_input', next: nothing },
  'a limit that is no number': { args: ['search', 'greet', '--limit', 'many'], code: 'invalid_input', next: nothing },
  'a misspelled command': {
    args: ['serch', 'greet'],
    code: 'invalid_input',
    next: (_remedy, { stderr }) => [suggested(stderr), 'greet'],
  },
  'a misspelled flag': {
    args: ['search', 'greet', '--limt', '3'],
    code: 'invalid_input',
    next: (_remedy, { stderr }) => ['search', 'greet', suggested(stderr), '3'],
  },
  'a missing operand': { args: ['search'], code: 'invalid_input', next: nothing },
  'a client by its short name': {
    args: ['setup', 'claude'],
    code: 'invalid_input',
    next: (_remedy, { stderr }) => ['setup', suggested(stderr)],
  },
  'a misspelled shell': {
    args: ['completion', 'bsh'],
    code: 'invalid_input',
    next: (_remedy, { stderr }) => ['completion', suggested(stderr)],
  },
  'a config file that does not exist': {
    args: ['search', 'greet', '--config', 'absent.toml'],
    code: 'invalid_input',
    next: () => ['search', 'greet'],
  },
  'a setting with a wrong value': {
    args: ['search', 'greet', '--config', 'wrong.toml'],
    code: 'invalid_input',
    before: () => writeFileSync(join(cli.root, 'wrong.toml'), '[query]\nfreshness_policy = "lazy"\n'),
    act: () => writeFileSync(join(cli.root, 'wrong.toml'), '[query]\nfreshness_policy = "strict"\n'),
  },
  'a folder that does not exist': {
    args: ['status', '--workspace', 'absent'],
    code: 'invalid_input',
    next: () => ['status', '--workspace', '.'],
  },
  'a path outside the project': { args: ['outline', '/no/such/file'], code: 'invalid_input', next: nothing },
  'an allowed root that does not exist': {
    args: ['serve-mcp', '--allowed-root', 'absent'],
    code: 'invalid_input',
    next: nothing,
  },
  'discovery without an allowed root': {
    args: ['serve-mcp', '--auto-workspace'],
    code: 'invalid_input',
    next: nothing,
  },
  'an unknown transport': { args: ['serve-mcp', '--transport', 'pigeon'], code: 'invalid_input', next: nothing },
  'too many commits to evaluate': { args: ['eval', '--commits', '0'], code: 'invalid_input', next: nothing },
  'a folder that is not registered': {
    args: ['sync'],
    code: 'project_not_found',
    cwd: () => plainRepository('unregistered'),
  },
  'a folder that is no repository': {
    args: ['search', 'greet'],
    code: 'project_not_found',
    cwd: () => plainFolder('plain'),
  },
  'a data directory that is a file': {
    args: ['index'],
    code: 'invalid_input',
    before: () => writeFileSync(join(cli.base, 'file'), ''),
    env: () => ({ CODECOMPASS_HOME: join(cli.base, 'file') }),
    next: nothing,
  },
  // Last, because it damages the index.
  'a damaged index': {
    args: ['search', 'greet'],
    code: 'index_incompatible',
    before: () => {
      for (const project of readdirSync(join(cli.home, 'projects'))) {
        writeFileSync(join(cli.home, 'projects', project, 'index.db'), 'this is no database, '.repeat(500));
      }
    },
  },
};

function plainFolder(name: string): string {
  const folder = join(cli.base, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'a.ts'), 'export function greet() {}\n');
  return folder;
}

function plainRepository(name: string): string {
  const folder = plainFolder(name);
  cli.git('-C', folder, 'init', '--quiet');
  return folder;
}

/** The commands in a remedy, with words for their placeholders. */
function commandsIn(remedy: string): string[][] {
  const quoted = [...remedy.matchAll(/`codecompass ([^`]*)`/g)].map(([, line]) => line as string);
  const pages = [...remedy.replace(/`[^`]*`/g, '').matchAll(/codecompass ([a-z-]+ )?--help/g)].map(([line]) =>
    line.replace('codecompass ', ''),
  );
  return [...quoted, ...pages].map((line) => line.replace(/\b(?:WORDS|QUERY|NAME)\b/, 'greet').split(' '));
}

test.each(Object.entries(corpus))('%s', async (_name, { args, code, next, before, act, cwd, env }) => {
  before?.();
  const options = { ...(cwd && { cwd: cwd() }), ...(env && { env: env() }) };
  const error = await cli.run(args, options);
  expect(error.stderr).toContain(`error[${code}]`);
  const remedy = /→ (.*)/.exec(error.stderr)?.[1] ?? '';
  expect(remedy).not.toBe('');
  act?.();
  const commands = commandsIn(remedy);
  for (const command of commands) {
    const followed = await cli.run(command, options);
    expect([remedy, command, followed.exitCode, followed.stderr.match(/error\[.*/)]).toEqual([
      remedy,
      command,
      0,
      null,
    ]);
  }
  const again = next === undefined ? args : next(remedy, error);
  if (again === 'nothing') {
    // The remedy names a command, or tells what to change.
    expect([
      remedy,
      commands.length > 0 || /\b(?:Use|Name|Add|Choose|Set|Run|Correct|Omit|Read)\b/.test(remedy),
    ]).toEqual([remedy, true]);
    return;
  }
  const outcome = await cli.run(again, options);
  expect([remedy, again, outcome.exitCode, outcome.stderr.match(/error\[.*/)]).toEqual([remedy, again, 0, null]);
});
