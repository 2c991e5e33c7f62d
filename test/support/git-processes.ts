/** The git processes that run for a folder, as the system tells them. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Returns the command lines of the git processes that run in a folder, or name it. */
export function gitProcessesIn(folder: string): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const cwd = readlinkSync(`/proc/${pid}/cwd`);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const isGit = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'git';
      return isGit && (cwd === folder || cwd.startsWith(`${folder}/`) || command.includes(`=${folder}/`))
        ? [`${pid} ${command}`]
        : [];
    } catch {
      // The process has ended.
      return [];
    }
  });
}
