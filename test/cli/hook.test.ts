/** The hook of Claude Code: the settings that `setup` writes, and the command in them with real calls on stdin. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programEnvironment, programIn } from '../support/run-program.ts';
import { createFolder, temporaryFolder } from '../support/test-repository.ts';

/** A folder with an index, and a home in which `setup` has added the hook. */
function prepared() {
  const home = temporaryFolder();
  const root = createFolder({ 'src/mail.py': 'def parse_header(line):\n    return line\n' });
  const codecompass = programIn(root, home);
  expect(codecompass('index').exitCode).toBe(0);
  expect(codecompass('setup', 'claude-code', '--hooks', '--write').exitCode).toBe(0);
  const { hooks } = JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'));
  const [{ command }] = hooks.PostToolUse[0].hooks;
  const data = join(home, 'data');
  return {
    root,
    projects: join(data, 'projects'),
    /** Runs the command of the settings as the client does: by a shell, with the call on stdin. */
    run: (input: string) =>
      spawnSync('sh', ['-c', command], { cwd: root, input, encoding: 'utf8', env: programEnvironment(home, data) }),
  };
}

function callOf(tool_name: string, tool_input: object, cwd: string): string {
  const rest = { session_id: 's', transcript_path: '/t', hook_event_name: 'PostToolUse', tool_response: {} };
  return JSON.stringify({ ...rest, cwd, tool_name, tool_input });
}

const silent = { status: 0, stdout: '', stderr: '' };

describe('the hook', () => {
  test('names the place of a known symbol after a search for it', () => {
    const { root, run } = prepared();
    for (const input of [
      callOf('Grep', { pattern: 'parse_header' }, root),
      callOf('Bash', { command: 'grep -rn "def parse_header" src' }, root),
    ]) {
      const { status, stdout, stderr } = run(input);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const { hookSpecificOutput: said } = JSON.parse(stdout);
      expect(said.hookEventName).toBe('PostToolUse');
      expect(said.additionalContext).toContain('fn at src/mail.py:1');
    }
  });

  test('is silent and succeeds after everything else, and registers and indexes nothing', () => {
    const { root, run, projects } = prepared();
    const other = createFolder({ 'a.py': 'def fresh_name():\n    pass\n' });
    const before = readdirSync(projects);
    const inputs = {
      'a name that is no symbol': callOf('Grep', { pattern: 'unheard_of' }, root),
      'a call that is no search': callOf('Read', { file_path: 'src/mail.py' }, root),
      'a folder without an index': callOf('Grep', { pattern: 'fresh_name' }, other),
      'a folder that is gone': callOf('Grep', { pattern: 'parse_header' }, join(other, 'gone')),
      'text that is not JSON': 'nonsense',
      nothing: '',
      'a value of another kind': 'null',
    };
    for (const [what, input] of Object.entries(inputs)) expect(run(input), what).toMatchObject(silent);
    expect(readdirSync(projects)).toEqual(before);
    writeFileSync(join(projects, before[0] as string, 'index.db'), 'damaged');
    expect(run(callOf('Grep', { pattern: 'parse_header' }, root)), 'a damaged index').toMatchObject(silent);
  });
});

describe('setup --hooks --undo', () => {
  test('takes back exactly what was added, and a file that it made', () => {
    const own = temporaryFolder();
    const root = temporaryFolder();
    const file = join(own, '.claude', 'settings.json');
    const program = programIn(root, own);
    const add = () => program('setup', 'claude-code', '--hooks', '--write').exitCode;
    const undo = () => program('setup', 'claude-code', '--hooks', '--undo', '--write').exitCode;
    expect([add(), existsSync(file), undo(), existsSync(file)]).toEqual([0, true, 0, false]);
    mkdirSync(join(own, '.claude'), { recursive: true });
    const before = '{\n  // mine\n  "hooks": { "Stop": [] },\n}\n';
    writeFileSync(file, before);
    expect(add()).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('PostToolUse');
    expect(program('setup', 'claude-code', '--hooks', '--undo').stdout).toContain('PostToolUse');
    expect(undo()).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(program('setup', 'claude-code', '--hooks', '--undo').stdout).toContain('has no hook');
  });

  test('is for hooks, and hooks are for Claude Code', () => {
    const codecompass = programIn(temporaryFolder());
    expect(codecompass('setup', 'claude-code', '--undo')).toMatchObject({ exitCode: 2 });
    expect(codecompass('setup', 'cursor', '--hooks')).toMatchObject({ exitCode: 2 });
  });
});
