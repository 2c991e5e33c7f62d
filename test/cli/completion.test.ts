/** `completion` of the built program, tested in the shells. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

/** A branch name that a script with wrong quoting would execute. */
const oddBranch = 'v$(touch$' + '{IFS}ran)';

function has(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

/** Creates a repository with refs to complete. */
function prepared(shell: string) {
  const repository = createRepository({ 'src/a.ts': '', 'src/b.ts': '', 'notes.md': '' });
  repository.git('tag', 'v1.0');
  repository.git('branch', oddBranch);
  const script = join(temporaryFolder(), `script.${shell}`);
  writeFileSync(script, programIn(repository.root)('completion', shell).stdout);
  return { root: repository.root, script };
}

describe.runIf(has('bash'))('in bash', () => {
  test('offers commands, flags, values, files and refs, and executes none of them', () => {
    const { root, script } = prepared('bash');
    const offered = (...words: string[]): string[] => {
      const body = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _codecompass; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const text = execFileSync('bash', ['--norc', '-c', body, 'bash', script, 'codecompass', ...words], {
        cwd: root,
        encoding: 'utf8',
      });
      return text.split('\n').filter((line) => line !== '');
    };
    expect(offered('se')).toEqual(['search', 'serve-mcp', 'setup']);
    expect(offered('')).toEqual(expect.arrayContaining(['search', 'watch', 'help']));
    expect(offered('--ver')).toEqual(['--verbose', '--version']);
    expect(offered('search', '--l')).toEqual(['--lang', '--limit']);
    expect(offered('search', 'words', '--lang', 'ty')).toEqual(['typescript']);
    expect(offered('search', '--kind', 'me')).toEqual(['method']);
    expect(offered('search', '--ref', 'v1')).toEqual(['v1.0']);
    expect(offered('search', '--ref', '=', 'v1')).toEqual(['v1.0']);
    expect(offered('search', '--ref', '=')).toEqual(['main', oddBranch, 'v1.0']);
    expect(offered('context', '--strategy', '')).toEqual(['breadth', 'depth']);
    expect(offered('context', '--max-tokens', '')).toEqual([]);
    expect(offered('outline', 'src/').sort()).toEqual(['src/a.ts', 'src/b.ts']);
    expect(offered('outline', '--workspace', 's')).toEqual(['src']);
    expect(offered('setup', 'cu')).toEqual(['cursor']);
    expect(offered('help', 'pr')).toEqual(['prune']);
    expect(offered('--config', 'x.toml', 'comp')).toEqual(['compare', 'completion']);
    expect(offered('compare', 'name', 'v1')).toEqual(['v1.0']);
    expect(offered('compare', '--path', 'src/a.ts', 'name', 'v1')).toEqual(['v1.0']);
    expect(offered('serve-mcp', '--freshness-policy', 'b')).toEqual(['balanced', 'best_effort']);
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });
});

describe.runIf(has('zsh'))('in zsh', () => {
  test('passes the commands, and the flags and operands of each, to the completion system', () => {
    const { root, script } = prepared('zsh');
    const given = (...words: string[]): string => {
      const body = `compdef() { }; _describe() { print -rl -- \${(P)4} }; _arguments() { print -rl -- "$@" }
compadd() { print -rl -- \${(P)2} }; source "$1"; shift; words=("$@"); CURRENT=$#; _codecompass; _codecompass_refs`;
      const args = ['-f', '-c', body, 'zsh', script, 'codecompass', ...words];
      return execFileSync('zsh', args, { cwd: root, encoding: 'utf8' });
    };
    expect(given('se')).toMatch(/^search:Find code\\: a name/m);
    expect(given('search', '--lang', 'x')).toMatch(/^\*--lang=\[Only this language\]:lang:\(bash .* typescript\)$/m);
    expect(given('compare', 'x')).toMatch(/^\*:word:_codecompass_refs$/m);
    expect(given('se').split('\n')).toEqual(expect.arrayContaining(['main', oddBranch, 'v1.0']));
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });
});

describe.runIf(has('fish'))('in fish', () => {
  test('offers commands, flags, values, files and refs', () => {
    const { root, script } = prepared('fish');
    const offered = (line: string): string[] => {
      const body = `source $argv[1]; complete -C $argv[2]`;
      const env = { ...process.env, HOME: temporaryFolder() };
      const text = execFileSync('fish', ['--no-config', '-c', body, script, line], {
        cwd: root,
        encoding: 'utf8',
        env,
      });
      return text.split('\n').flatMap((row) => (row === '' ? [] : [row.split('\t')[0] as string]));
    };
    expect(offered('codecompass se').sort()).toEqual(['search', 'serve-mcp', 'setup']);
    expect(offered('codecompass search --la')).toEqual(['--lang']);
    expect(offered('codecompass search --lang typescr')).toEqual(['typescript']);
    expect(offered('codecompass search --ref v1')).toEqual(['v1.0']);
    expect(offered('codecompass compare name v1')).toEqual(['v1.0']);
    expect(offered('codecompass outline src/')).toEqual(['src/a.ts', 'src/b.ts']);
    expect(offered('codecompass setup cu')).toEqual(['cursor']);
    expect(existsSync(join(root, 'ran'))).toBe(false);
  });
});

test('rejects an unknown shell and lists the supported ones', () => {
  const { exitCode, stderr } = programIn(temporaryFolder())('completion', 'fihs');
  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    'error[invalid_input]: Unknown shell fihs; did you mean fish?\n→ Choose one of bash, zsh, fish.\n',
  );
});
