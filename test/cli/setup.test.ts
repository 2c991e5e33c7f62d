/** `codecompass setup` through the built program. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { program } from '../support/build-output.ts';
import { programIn } from '../support/run-program.ts';
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
    expect([command, ...args]).toEqual(['codecompass', 'serve-mcp']);
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
  });
});
