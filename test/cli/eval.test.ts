/** `codecompass eval` through the built program. */
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { programIn } from '../support/run-program.ts';
import { createRepository, temporaryFolder } from '../support/test-repository.ts';

function repositoryWithHistory() {
  const repository = createRepository({
    'src/session.py': 'def sign_cookie(session):\n    """Signs the session cookie."""\n    return session\n',
    'src/router.py': 'def match_route(path):\n    """Matches a path against the wildcard routes."""\n    return path\n',
    'README.md': 'Nothing.\n',
  });
  repository.commit({ 'README.md': 'Something.\n' }, 'Say something about the project');
  repository.commit(
    { 'src/session.py': 'def sign_cookie(session):\n    return 1\n' },
    'fix: sign the session cookie (#12)',
  );
  repository.commit({ 'src/router.py': 'def match_route(path):\n    return 1\n' }, 'Match wildcard routes exactly');
  return repository;
}

test('eval uses the commits after a base as questions, and deletes its temporary index', () => {
  const repository = repositoryWithHistory();
  const base = repository.git('rev-list', '--max-parents=0', 'HEAD');
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('codecompass-eval-'));
  const before = left();
  const { exitCode, stdout } = programIn(repository.root)('eval', '--json');
  expect(exitCode).toBe(0);
  const report = JSON.parse(stdout);
  expect(report).toMatchObject({ base, questions: 2, files: 3, left_out: { 'no code': 1 } });
  expect(report.recall.codecompass).toMatchObject({ recall_at_1: 1, recall_at_10: 1 });
  expect(report.tokens.map(({ found }: { found: number }) => found)).toEqual([1, 1, 1, 1, 1]);
  expect(repository.git('status', '--porcelain')).toBe('');
  expect(left().filter((name) => !before.includes(name))).toEqual([]);
});

test('eval reports why there are no questions', () => {
  const folder = programIn(temporaryFolder())('eval');
  expect(folder).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('is not a git repository') });
  const repository = createRepository({ 'a.py': 'x = 1\n' });
  repository.commit({ 'a.py': 'x = 2\n' }, 'wip');
  const { exitCode, stderr } = programIn(repository.root)('eval');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('1 under 3 words');
  expect(stderr).toContain('--unshallow');
});
