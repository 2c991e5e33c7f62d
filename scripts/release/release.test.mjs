import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checks } from './checks.mjs';
import { repositoryFacts } from './facts.mjs';
import { compareVersions, parseVersion } from './versions.mjs';

describe('versions', () => {
  // In the order of semver.org.
  const ordered = ['0.9.0', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'].concat(
    '1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1 1.2.0 1.10.0 2.0.0'.split(' '),
  );

  test('are sorted', () => {
    expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
    expect(compareVersions('1.0.0', '1.0.0')).toBe(0);
  });

  test.each(['1', '1.2', 'v1.2.3', '01.2.3', '1.2.3-', '1.2.3-01', 'latest', ''])('"%s" is not a version', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });
});

describe('a release', () => {
  const good = {
    package: { version: '1.1.0' },
    lock: { version: '1.1.0', packages: { '': { version: '1.1.0' } } },
    changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-03\n\n- A thing.\n\n## [1.0.0] - 2026-01-01\n',
    branch: 'main',
    changed: [],
    tags: ['v0.9.0', 'v1.0.0', 'vague'],
    pack: {
      bytes: 300_000,
      files: [
        ...[
          'dist/main.js',
          'dist/embed/open-project.js',
          'dist/embed/open-project.d.ts',
          'dist/languages/go/symbols.scm',
        ],
        ...[
          'dist/indexing/job/job-process.js',
          'dist/indexing/workers/parse-worker.js',
          'dist/THIRD-PARTY-NOTICES.txt',
        ],
        ...['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
      ],
    },
  };
  const failed = (facts) =>
    Object.entries(checks).flatMap(([what, check]) => (check({ ...good, ...facts }) === undefined ? [] : [what]));

  function check(what, facts, ...expected) {
    test(what, () => expect(failed(facts)).toEqual(expected));
  }

  check('passes if all facts are good', {});
  check('passes without earlier tags', { tags: [] });
  check('needs a newer version', { tags: ['v1.1.0'] }, 'version is newer than the last tag');
  check(
    'needs a version after the last tag, including pre-releases',
    { tags: ['v1.1.1-rc.1'] },
    'version is newer than the last tag',
  );
  check('needs the version in the lock', { lock: { version: '1.0.0' } }, 'package-lock.json has the version');
  const changelog = 'CHANGELOG.md has a dated section for the version';
  check('needs a section', { changelog: '## [Unreleased]\n- A thing.\n' }, changelog);
  check('needs a date', { changelog: '## [1.1.0]\n- A thing.\n' }, changelog);
  check('needs a date that exists', { changelog: '## [1.1.0] - 2026-13-40\n- A thing.\n' }, changelog);
  check('needs an entry', { changelog: '## [1.1.0] - 2026-02-03\n\n## [1.0.0]\n- A thing.\n' }, changelog);
  check('needs the main branch', { branch: 'feature' }, 'branch is main');
  check('needs a clean working tree', { changed: [' M README.md'] }, 'working tree is clean');
  check('needs a small package', { pack: { ...good.pack, bytes: 31e6 } }, 'package is under 30 MB');
  const packed = (files) => ({ pack: { bytes: 1, files } });
  check('needs all required files', packed(good.pack.files.slice(1)), 'package has all required files');
  check('rejects tests in the package', packed([...good.pack.files, 'dist/a.test.js']), 'package has no other files');
  check('rejects sources in the package', packed([...good.pack.files, 'src/main.ts']), 'package has no other files');
});

test('the facts come from the repository', () => {
  const root = mkdtempSync(join(tmpdir(), 'codecompass-release-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: root });
  git('init', '--quiet', '--initial-branch=main');
  git('commit', '--quiet', '--allow-empty', '--message=one');
  git('tag', 'v1.0.0');
  git('tag', 'other');
  writeFileSync(join(root, 'new.txt'), '');
  expect(repositoryFacts(root)).toEqual({ branch: 'main', changed: ['?? new.txt'], tags: ['v1.0.0'] });
});
