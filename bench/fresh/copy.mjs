/** A copy of a repository that may be edited: its HEAD, checked out, with `node_modules` ignored. */
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

export function copyOf(repo, root) {
  execFileSync('git', ['clone', '--quiet', '--local', '--no-hardlinks', repo, root], { stdio: 'ignore' });
  appendFileSync(join(root, '.git', 'info', 'exclude'), 'node_modules/\n');
  git(root, 'checkout', '--quiet', '-B', 'fresh-bench');
  return { files: git(root, 'ls-files', '-z').split('\0').length - 1 };
}

export function git(root, ...args) {
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', '-c', 'commit.gpgSign=false'];
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
}
