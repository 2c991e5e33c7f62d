/** What a release depends on besides its files: how the repository stands, and what npm would pack. */
import { execFileSync } from 'node:child_process';

export function repositoryFacts(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trimEnd();
  return {
    branch: git('branch', '--show-current'),
    changed: git('status', '--porcelain').split('\n').filter(Boolean),
    tags: git('tag', '--list', 'v*').split('\n').filter(Boolean),
  };
}

/** The tarball as it would be, from what is built now. */
export function packFacts(root) {
  const shell = process.platform === 'win32';
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell, maxBuffer: 1 << 26 });
  const answer = JSON.parse(output);
  // Newer versions of npm name each package; older ones list them.
  const [packed] = Array.isArray(answer) ? answer : Object.values(answer);
  return { bytes: packed.size, files: packed.files.map((file) => file.path) };
}
