/** The built program, run as users run it, for tests of one command. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './test-repository.ts';

export const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface ProgramRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs commands in a folder, with a home and a data folder of its own. */
export function programIn(cwd: string, home = temporaryFolder()): (...args: string[]) => ProgramRun {
  return (...args) => {
    const env = { PATH: process.env.PATH, HOME: home, CODECOMPASS_HOME: `${home}/data` };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, env, encoding: 'utf8' });
    return { exitCode: status, stdout, stderr };
  };
}
