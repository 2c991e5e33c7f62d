/** Text from a repository is data: none of it reaches a terminal or a log as a control sequence or hidden text. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilityRows } from '../../src/query/tools/table.ts';
import { importBuilt, program } from '../support/build-output.ts';
import { operandsFor } from '../support/sample-requests.ts';
import { createFixture, environment, type Fixture } from '../support/serve-fixture.ts';
import { withDeadline } from '../support/wait-until.ts';

/** Colours, OSC 8 links, titles, a clipboard write, C1 controls, bidi overrides, a carriage return, a bell and more. */
const evil = [
  '\u001b[31mred\u001b[2J\u001b[H',
  '\u001b]8;;http://evil.example\u001b\\click\u001b]8;;\u001b\\',
  '\u001b]0;title\u0007',
  '\u001b]52;c;ZXZpbA==\u0007',
  '\u009b31m\u009d0;title\u009c\u0090q\u009c',
  '\u202egnp.exe\u2066x\u2069\u200f\u061c',
  '\u0008\u0008\u007f\u000b\u000c\u0001',
  '\u2028\u2029\ufeff\u200b',
].join('');

/** Control sequences of the program itself: its colours, and redrawing the progress line. */
const own = /\u001b\[(0|1|2|31|32|33)m|\r(?=[ \d\u001b])|\u001b\[K/g;
const forbidden = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;

function expectHarmless(text: string, what: string): void {
  const at = text.replace(own, '').search(forbidden);
  expect(at === -1 ? '' : JSON.stringify(text.replace(own, '').slice(Math.max(0, at - 60), at + 20)), what).toBe('');
}

let fixture: Fixture;
let runCli: typeof import('../../src/cli/run-cli.ts').runCli;
const root = () => fixture.repository.root;
const before = { ...process.env };
const folder = process.cwd();

beforeAll(async () => {
  // A comment, a string, a name, a doc comment and a signature, each in a language that allows it there.
  const python = (body: string) =>
    `"""${evil}"""\n\ndef target(a="${evil}"): # ${evil}\n    """Doc ${evil}"""\n    return ${body}\n\ndef caller():\n    return target(1) # ${evil}\n`;
  fixture = await createFixture({
    indexed: false,
    files: {
      'plain.py': python('1').replaceAll('\u2028', '').replaceAll('\u2029', ''),
      [`na${evil.replaceAll('/', '')}me.py`]: 'def in_odd_file():\n    pass\n',
      'new\nline.py': 'def in_two_lines():\n    in_odd_file()\n',
      'notes.md': `# ${evil}\n\nA needle ${evil} in a haystack\n`,
      'types.ts': `export const odd = { ['${evil}']: 1 };\nexport function half(a: "${evil}" {\n`,
      '.codecompass/config.toml': `"${'\\u001b[31m'}key" = 1\n`,
      '.env': evil,
    },
  });
  fixture.repository.branch(`odd\u202eref\u009b`);
  fixture.repository.commit({ 'plain.py': python(`"${evil}"`).replaceAll(/[\u2028\u2029]/g, '') });
  fixture.repository.checkout('main');
  mkdirSync(join(fixture.base, 'nested'));
  Object.assign(process.env, { CODECOMPASS_HOME: fixture.home, HOME: fixture.base, TERM: 'xterm' });
  delete process.env.NO_COLOR;
  ({ runCli } = await importBuilt<typeof import('../../src/cli/run-cli.ts')>('cli/run-cli'));
});
afterAll(() => {
  process.chdir(folder);
  process.env = before;
  fixture?.remove();
});

/** Returns the terminal output of a command, including colours and progress. */
async function terminalOutput(...argv: string[]): Promise<string> {
  process.chdir(root());
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const stream = { write, isTTY: true, columns: 300 };
  await runCli({ argv, env: process.env, stdout: stream, stderr: stream });
  return text;
}

describe('no command lets it through', () => {
  const ref = `odd\u202eref\u009b`;
  const commands: [argv: string[], shows: string][] = [
    [['init'], 'Registered'],
    [['index', '-v'], 'Indexed'],
    [['index', '--ref', ref], 'Indexed'],
    [['search', 'needle'], 'notes.md'],
    [['search', 'target', '--ref', ref], 'plain.py'],
    [['search', '"haystack"', '--json'], 'notes.md'],
    [['search', 'in_odd_file'], 'in_odd_file'],
    [['search', evil], ''],
    [['outline', 'plain.py'], 'target'],
    [['outline', 'types.ts', '--json'], 'odd'],
    [['outline', 'new\nline.py'], 'in_two_lines'],
    [['context', 'target'], 'target'],
    [['context', 'target', 'needle', '--strategy', 'depth'], 'target'],
    [['callers', 'target'], 'caller'],
    [['callers', 'target', '--dot'], 'digraph'],
    [['callees', 'in_two_lines', '--mermaid'], 'flowchart'],
    [['compare', 'target', 'main', ref], 'modified'],
    // A new capability is tested as soon as it is in the table.
    ...capabilityRows.flatMap(([, row]) =>
      Object.entries(row.commands ?? {}).map(([name, form]): [string[], string] => [
        [
          name,
          ...operandsFor(form, row, {
            query: 'target',
            symbol: 'target',
            secondSymbol: 'caller',
            file: 'plain.py',
            refs: ['main', ref],
          }),
        ],
        '',
      ]),
    ),
    [['skipped'], '.env'],
    [['sync'], 'Nothing changed'],
    // Errors and their remedies.
    [['callers', `tar${evil}get`], 'error['],
    [['outline', `na${evil}`], 'error['],
    [['search', 'x', '--ref', `\u202e${evil}`], 'error['],
    [['compare', 'target', 'main', `gone${evil}`], 'error['],
    [['compare', 'nothing', 'main', ref], 'error['],
    [['index', '--path', `/no/${evil}`], 'error['],
    [['search', 'x', '--lang', evil], 'error['],
    [[`wrong${evil}`], 'error['],
    [['search', `--wrong${evil}`], 'error['],
    [['setup', `client${evil}`], 'error['],
    [['serve-mcp', '--transport', evil], 'error['],
    [['help', evil], 'error['],
    ...(process.env.CODECOMPASS_TEST_LONG === undefined ? [] : ([[['doctor'], 'grammars']] as [string[], string][])),
  ];
  for (const [argv, shows] of commands) {
    test(JSON.stringify(argv.join(' ')).slice(0, 60), async () => {
      const text = await terminalOutput(...argv);
      expectHarmless(text, argv.join(' '));
      expect(text).toContain(shows);
    });
  }

  test('from a file that has changed since indexing', async () => {
    writeFileSync(join(root(), 'notes.md'), `needle ${evil}`);
    const text = await terminalOutput('search', 'needle');
    expect(text).toContain('notes.md:1');
    expectHarmless(text, 'changed');
  });
});

test('no log lets it through', async () => {
  const messages = [
    { method: 'tools/call', params: { name: 'search_code', arguments: { query: evil, workspace: root() } } },
    { method: 'tools/call', params: { name: 'index_repo', arguments: { ref: `gone${evil}` } } },
    { method: 'tools/call', params: { name: 'index_repo', arguments: { force: true } } },
    { method: 'tools/call', params: { name: evil, arguments: {} } },
    { method: evil, params: {} },
    { method: 'tools/call', params: evil },
  ];
  const args = ['serve-mcp', '-v', '--workspace', root()];
  const child = spawn(process.execPath, [program, ...args], { cwd: root(), env: environment(fixture) });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  child.stdout.resume();
  const exited = new Promise((resolve) => child.once('exit', resolve));
  for (const [id, message] of messages.entries())
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`);
  child.stdin.end(`{"jsonrpc": ${evil}\n`);
  await withDeadline('the server to end', exited);
  expect(log).toContain('started');
  expectHarmless(log, 'log');
});
