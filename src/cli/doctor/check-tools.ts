/** Checks what CodeCompass depends on: the runtime, SQLite, the grammars and git. */
import { tmpdir } from 'node:os';

import { type Examined, failed, ok, warning } from './finding.ts';

const reinstall = 'Reinstall codecompass. If that does not help, report a bug with the output of this command.';

export function checkRuntime(): Examined {
  const { versions, platform, arch } = process;
  return { findings: [ok('node', `Node.js ${versions.node} on ${platform} ${arch}`)] };
}

export async function checkSqlite(): Promise<Examined> {
  const { inspectSqlite } = await import('../../store/sqlite/sqlite.ts');
  const { driver, sqliteVersion, fts5 } = await inspectSqlite();
  return {
    findings: [
      ok('sqlite', `SQLite ${sqliteVersion} (${driver})`),
      fts5
        ? ok('fts5', 'full-text search works')
        : failed('fts5', `SQLite ${sqliteVersion} has no usable FTS5`, 'Use a Node.js from https://nodejs.org.'),
    ],
  };
}

export async function checkEveryGrammar(): Promise<Examined> {
  const { checkGrammars } = await import('../../parse/engine/check-grammars.ts');
  const grammars = await checkGrammars();
  const broken = grammars.filter((grammar) => !grammar.ok);
  if (broken.length === 0) {
    const names = grammars.map((grammar) => grammar.language).join(', ');
    return { findings: [ok('grammars', `all ${grammars.length} work: ${names}`)] };
  }
  const findings = broken.map(({ language, error }) =>
    failed('grammars', `${language} does not work: ${error ?? 'unknown error'}`, reinstall),
  );
  return { findings };
}

/** The oldest git version with all commands and flags that scanning uses. */
const oldestGit = [2, 25] as const;

export async function checkGit(): Promise<Examined> {
  const install = `Install git ${oldestGit.join('.')} or later; without it only plain folders can be indexed.`;
  const { runGit } = await import('../../scan/git/git.ts');
  let answer: string;
  try {
    answer = (await runGit({ folder: tmpdir() }, 'version', [])).stdout.toString('utf8').trim();
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    const missing = cause?.code === 'ENOENT';
    return { findings: [warning('git', missing ? 'git is not installed' : 'git cannot be started', install)] };
  }
  const [, major = '0', minor = '0'] = /(\d{1,9})\.(\d{1,9})/.exec(answer) ?? [];
  const isOld = Number(major) < oldestGit[0] || (Number(major) === oldestGit[0] && Number(minor) < oldestGit[1]);
  return { findings: [isOld ? warning('git', `${answer || 'this git'} is too old`, install) : ok('git', answer)] };
}
