/** Facts for the release checks: the state of the repository, and the contents of the npm package. */
import { execFileSync } from 'node:child_process';

export function repositoryFacts(root) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trimEnd();
  return {
    branch: git('branch', '--show-current'),
    changed: git('status', '--porcelain').split('\n').filter(Boolean),
    tags: git('tag', '--list', 'v*').split('\n').filter(Boolean),
  };
}

/** The contents and size of the tarball that npm would pack from the current build. */
export function packFacts(root) {
  const shell = process.platform === 'win32';
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'];
  const output = execFileSync('npm', args, { cwd: root, encoding: 'utf8', shell, maxBuffer: 1 << 26 });
  const answer = JSON.parse(output);
  // Newer versions of npm return an object by package name; older ones return a list.
  const [packed] = Array.isArray(answer) ? answer : Object.values(answer);
  return { bytes: packed.size, files: packed.files.map((file) => file.path) };
}
