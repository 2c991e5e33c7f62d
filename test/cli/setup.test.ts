/** `codecompass setup` through the built program. */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { programEnvironment, programIn, runProgram } from '../support/run-program.ts';
import { createFolder, temporaryFolder } from '../support/test-repository.ts';

/** Creates a home folder with the configuration of Cursor. */
function surroundings() {
  const home = temporaryFolder();
  const folder = join(home, '.cursor');
  return { codecompass: programIn(temporaryFolder(), home), folder, file: join(folder, 'mcp.json') };
}

describe('setup', () => {
  test('prints the configuration of a client, and writes nothing', () => {
    const { codecompass, file } = surroundings();
    const { exitCode, stdout, stderr } = codecompass('setup', 'cursor');
    expect(exitCode).toBe(0);
    const { command, args } = JSON.parse(stdout).mcpServers.codecompass;
    expect([command, ...args]).toEqual([
      process.execPath,
      program,
      'serve-mcp',
      '--format',
      'text',
      '--workspace',
      `\${${'workspaceFolder'}}`,
    ]);
    expect(stderr).toContain(file);
    expect(existsSync(file)).toBe(false);
  });

  test('uses the program by name, not through npx, in a shared file', () => {
    const { codecompass } = surroundings();
    const { command, args } = JSON.parse(codecompass('setup', 'claude-code', '--project').stdout).mcpServers
      .codecompass;
    expect([command, ...args]).toEqual(['codecompass', 'serve-mcp', '--format', 'text']);
  });

  test('merges it into the file once, after showing the change', () => {
    const { codecompass, folder, file } = surroundings();
    mkdirSync(folder);
    writeFileSync(file, '{\n  // Mine.\n  "mcpServers": { "other": {} }\n}\n');
    const { exitCode, stdout } = codecompass('setup', 'cursor', '--write');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('+    "codecompass": {');
    const again = codecompass('setup', 'cursor', '--write');
    expect(again.stdout).toContain('is already set up');
    expect(JSON.parse(codecompass('setup', 'cursor', '--json').stdout)).toMatchObject({ changed: false, file });
  });

  test('does not change a file that it cannot parse', () => {
    const { codecompass, folder, file } = surroundings();
    mkdirSync(folder);
    writeFileSync(file, 'not json');
    const { exitCode, stderr } = codecompass('setup', 'cursor', '--write');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(file);
    expect(stderr).toContain('"mcpServers"');
  });

  test('does not change a file whose bytes are not UTF-8', () => {
    const { codecompass, folder, file } = surroundings();
    mkdirSync(folder);
    const bytes = Buffer.from('{"mcpServers":{"x":{"command":"/home/J\xfcrgen/x"}}}\n', 'latin1');
    writeFileSync(file, bytes);
    const { exitCode, stderr } = codecompass('setup', 'cursor', '--write');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${file} is not encoded as UTF-8`);
    expect(stderr, 'what to add by hand').toContain('"codecompass"');
    expect(readFileSync(file)).toEqual(bytes);
    const root = createFolder({ 'AGENTS.md': Buffer.from('# Gr\xfc\xdfe\n', 'latin1') });
    expect(programIn(root)('setup', 'codex', '--instructions', '--write').exitCode).toBe(2);
    expect(readFileSync(join(root, 'AGENTS.md'), 'latin1')).toBe('# Gr\xfc\xdfe\n');
  });

  test('keeps a byte order mark and the line ends of Windows', () => {
    const { codecompass, folder, file } = surroundings();
    mkdirSync(folder);
    writeFileSync(file, '\ufeff{\r\n  "mcpServers": {\r\n    "other": {}\r\n  }\r\n}\r\n');
    expect(codecompass('setup', 'cursor', '--write').exitCode).toBe(0);
    const text = readFileSync(file, 'utf8');
    expect(text.replaceAll('\r\n', ''), 'no other line ends').not.toMatch(/[\r\n]/);
    expect(text).toMatch(/^\ufeff\{\r\n/);
    expect(codecompass('setup', 'cursor', '--write').stdout).toContain('is already set up');
  });

  test.each([
    ['AGENTS.md', 'existing', ['codex', '--instructions']],
    ['AGENTS.md', 'new', ['codex', '--instructions']],
    ['.mcp.json', 'existing', ['claude-code', '--project']],
    ['.cursor', '.', ['cursor', '--project']],
  ])('does not follow a link %s of a project to %s outside', (name, to, args) => {
    const root = createFolder({ 'a.ts': '' });
    const outside = createFolder({ existing: '{}\n' });
    symlinkSync(join(outside, to), join(root, name));
    const { exitCode, stderr } = programIn(root)('setup', ...args, '--write');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('outside the project');
    expect(stderr, 'what to add by hand').toContain(
      args.includes('--project') ? '"codecompass"' : 'search_code(query)',
    );
    expect(readdirSync(outside)).toEqual(['existing']);
    expect(readFileSync(join(outside, 'existing'), 'utf8')).toBe('{}\n');
  });

  test.skipIf(process.platform === 'win32').each([
    ['.mcp.json', ['claude-code', '--project']],
    ['AGENTS.md', ['codex', '--instructions']],
  ])('does not wait for a pipe at %s', (name, args) => {
    const root = createFolder({ 'a.ts': '' });
    execFileSync('mkfifo', [join(root, name)]);
    const { exitCode, stderr } = programIn(root)('setup', ...args, '--write');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is no regular file');
  });

  test('follows links within a project, and those of the user', () => {
    const root = createFolder({ 'docs/agents.md': '# Mine\n' });
    symlinkSync('docs/agents.md', join(root, 'AGENTS.md'));
    expect(programIn(root)('setup', 'codex', '--instructions', '--write').exitCode).toBe(0);
    expect(readFileSync(join(root, 'docs/agents.md'), 'utf8')).toContain('search_code(query)');
    const { codecompass, folder, file } = surroundings();
    mkdirSync(folder);
    symlinkSync('../dotfiles/mcp.json', file);
    expect(codecompass('setup', 'cursor', '--write').exitCode).toBe(0);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, '../dotfiles/mcp.json'), 'utf8')).toContain('codecompass');
  });

  test('prints the rules for an agent, and merges them into the file of the project', () => {
    const root = createFolder({ 'AGENTS.md': '# Mine\n' });
    const codecompass = programIn(root);
    const shown = codecompass('setup', 'codex', '--instructions');
    expect(shown.stdout).toContain('search_code(query)');
    expect(readFileSync(join(root, 'AGENTS.md'), 'utf8')).toBe('# Mine\n');
    const { stdout } = codecompass('setup', 'codex', '--instructions', '--write');
    expect(stdout).toContain('+<!-- codecompass: begin -->');
    expect(readFileSync(join(root, 'AGENTS.md'), 'utf8')).toMatch(/^# Mine\n\n<!-- codecompass: begin -->\n/);
    expect(codecompass('setup', 'codex', '--instructions', '--write').stdout).toContain('is already set up');
    codecompass('setup', 'cursor', '--instructions', '--write');
    expect(readFileSync(join(root, '.cursor/rules/codecompass.mdc'), 'utf8')).toMatch(/^---\ndescription: /);
  });

  test('suggests the nearest client', () => {
    const { codecompass } = surroundings();
    const { exitCode, stderr } = codecompass('setup', 'cursr');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('did you mean cursor?');
    expect(codecompass('setup', 'claude').stderr).toContain('did you mean claude-code?');
  });
});

describe('the settings in force', () => {
  /** Runs `setup CLIENT` and returns the printed entry. */
  async function entryOf(client: string, env: Record<string, string>, ...flags: string[]) {
    const cwd = temporaryFolder();
    const { HOME, PATH } = programEnvironment(temporaryFolder(), '');
    const { exitCode, stdout, stderr } = await runProgram(['setup', client, ...flags], {
      cwd,
      env: { HOME, PATH, ...env },
    });
    const document = exitCode !== 0 ? {} : client === 'codex' ? parse(stdout) : JSON.parse(stdout);
    const [section = {}] = Object.values(document) as Record<string, Record<string, unknown>>[];
    return { cwd, exitCode, stderr, entry: section.codecompass ?? {} };
  }

  test.each(['claude-code', 'cursor', 'vscode', 'codex', 'gemini', 'zed'])('are in the entry of %s', async (client) => {
    const { entry, cwd } = await entryOf(client, {
      CODECOMPASS_HOME: 'data',
      CODECOMPASS_INDEX_EXCLUDE: 'a "b",c',
      CODECOMPASS_TOKEN: 'hush',
      OTHER: 'x',
    });
    expect(entry.env).toEqual({ CODECOMPASS_HOME: join(cwd, 'data'), CODECOMPASS_INDEX_EXCLUDE: 'a "b",c' });
    const bare = await entryOf(client, { XDG_CONFIG_HOME: 'relative' });
    expect(bare.entry.env).toEqual(client === 'zed' ? {} : undefined);
  });

  test('include the folders of XDG and the config file', async () => {
    const config = join(createFolder({ 'my.toml': '[index]\nworkers = 1\n' }), 'my.toml');
    const { entry } = await entryOf('claude-code', { XDG_DATA_HOME: '/data' }, '--config', config);
    expect(entry).toMatchObject({ env: { XDG_DATA_HOME: '/data' } });
    expect((entry.args as string[]).slice(-5)).toEqual(['serve-mcp', '--format', 'text', '--config', config]);
  });

  test('are refused if the server could not start with them', async () => {
    const { exitCode, stderr } = await entryOf('codex', { CODECOMPASS_INDEX_WORKERS: 'many' });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('CODECOMPASS_INDEX_WORKERS');
    expect((await entryOf('codex', {}, '--config', 'missing.toml')).exitCode).toBe(2);
  });

  test('are not in a shared file, which says so', async () => {
    const { entry, stderr } = await entryOf('claude-code', { CODECOMPASS_HOME: '/data' }, '--project');
    expect(entry.env).toBeUndefined();
    expect(stderr).toContain('CODECOMPASS_HOME');
  });
});

describe('the rules file', () => {
  function check(says: string, client: string, files: Record<string, string>, expected: string, head?: string): void {
    test(says, () => {
      const root = createFolder(files);
      const codecompass = programIn(root);
      const { exitCode } = codecompass('setup', client, '--instructions', '--write');
      expect(exitCode).toBe(0);
      const text = readFileSync(join(root, expected), 'utf8');
      expect(text).toContain('<!-- codecompass: begin -->');
      expect(text.startsWith(head ?? files[expected] ?? '<!-- codecompass: begin -->')).toBe(true);
      for (const [name, before] of Object.entries(files)) {
        if (name !== expected) expect(readFileSync(join(root, name), 'utf8'), name).toBe(before);
      }
      expect(codecompass('setup', client, '--instructions', '--write').stdout).toContain(join(root, expected));
    });
  }
  const mine = '# Mine';
  check('of Zed is the one it already reads', 'zed', { 'AGENTS.md': mine }, 'AGENTS.md');
  check('of Zed is the first of several', 'zed', { '.cursorrules': mine, 'AGENTS.md': mine }, '.cursorrules');
  check('of Zed is not a folder', 'zed', { '.clinerules/a.md': mine, 'CLAUDE.md': mine }, 'CLAUDE.md');
  check('of Zed is created if there is none', 'zed', { 'README.md': mine }, 'AGENTS.md');
  check('of Claude Code may be in its folder', 'claude-code', { '.claude/CLAUDE.md': mine }, '.claude/CLAUDE.md');
  check('of Claude Code imports AGENTS.md', 'claude-code', { 'AGENTS.md': mine }, 'CLAUDE.md', '@AGENTS.md\n\n');
  check('of Codex is the override', 'codex', { 'AGENTS.override.md': mine, 'AGENTS.md': mine }, 'AGENTS.override.md');
  check('of Codex is not empty', 'codex', { 'AGENTS.override.md': '\n', 'AGENTS.md': mine }, 'AGENTS.md');
  check(
    'of Codex is named by its settings',
    'codex',
    { 'NOTES.md': mine, '.codex/config.toml': 'project_doc_fallback_filenames = ["NOTES.md"]\n' },
    'NOTES.md',
  );
  check(
    'of Gemini is named by its settings',
    'gemini',
    { '.gemini/settings.json': '{ "context": { "fileName": ["AGENTS.md", "GEMINI.md"] } } // mine' },
    'AGENTS.md',
  );
  check(
    'stays inside the project',
    'gemini',
    { '.gemini/settings.json': '{ "contextFileName": "../../outside.md" }' },
    'GEMINI.md',
  );
  check('of VS Code is AGENTS.md if it exists', 'vscode', { 'AGENTS.md': mine }, 'AGENTS.md');
});
