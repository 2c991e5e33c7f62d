/** No error tells whether something exists outside the served folders: what a link leads to is the same as nothing. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/serve/mcp/tools.ts';
import { parametersOf } from '../support/sample-requests.ts';
import { type Connection, createFixture, type Fixture, type HttpServer, startHttp } from '../support/serve-fixture.ts';
import { createRepositoryIn } from '../support/test-repository.ts';

let fixture: Fixture;
let server: HttpServer;
let client: Connection;
/** An allowed root, and a folder beside it that nobody may learn about. */
let code: string;
let outside: string;
beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  code = join(fixture.base, 'code');
  outside = join(fixture.base, 'outside');
  mkdirSync(join(code, 'inner'), { recursive: true });
  mkdirSync(join(outside, 'folder', 'sub'), { recursive: true });
  mkdirSync(join(outside, 'repository'));
  createRepositoryIn(join(outside, 'repository'), { 'secret.rs': 'pub fn secret() {}\n' });
  writeFileSync(join(outside, 'file.rs'), 'pub fn secret() {}\n');
  symlinkSync('loop', join(outside, 'loop'));
  symlinkSync(code, join(outside, 'back'));
  symlinkSync('folder', join(outside, 'hop'));
  const args = ['--workspace', fixture.repository.root, '--auto-workspace', '--allowed-root', code];
  server = await startHttp(fixture, args);
  client = await server.connect();
});
afterAll(async () => {
  await client?.close();
  await server?.end();
  fixture?.remove();
});

let count = 0;
/** Creates a link with this target below the allowed root. */
function linkTo(target: string): string {
  const path = join(code, `link-${count++}`);
  symlinkSync(target, path);
  return path;
}

/** A folder below the allowed root whose `.git` is made by the function. */
function projectWith(makeGit: (path: string) => void): string {
  const path = join(code, `project-${count++}`);
  mkdirSync(path);
  makeGit(join(path, '.git'));
  return path;
}

/** What exists outside, and what does not. */
const targets = ['folder', 'file.rs', 'repository', 'loop', 'hop', 'folder/sub', 'missing', 'missing/sub'];

/** Each builds a `workspace` that leads to a place outside. */
const ways: [what: string, workspaceFor: (place: string) => string][] = [
  ['a link', (place) => linkTo(place)],
  ['a link with a slash at its end', (place) => `${linkTo(place)}/`],
  ['a relative link', (place) => linkTo(relative(code, place))],
  ['a link to a link', (place) => linkTo(linkTo(place))],
  ['a chain of six links', (place) => Array.from({ length: 6 }).reduce<string>((at) => linkTo(at), place)],
  ['a link that first goes down', (place) => linkTo(join('inner', '..', '..', relative(fixture.base, place)))],
  ['a link through /proc', (place) => linkTo(`/proc/self/cwd/${relative(fixture.base, place)}`)],
  ['a path below a link', (place) => join(linkTo(place), 'sub')],
  ['a path below a link to the parent', (place) => join(linkTo(outside), relative(outside, place))],
  ['a step up after a link', (place) => `${linkTo(place)}/sub/..`],
  ['no link', (place) => place],
  ['steps up', (place) => `${code}/inner/../../${relative(fixture.base, place)}`],
  ['a .git link', (place) => projectWith((path) => symlinkSync(place, path))],
  ['a .git file', (place) => projectWith((path) => writeFileSync(path, `gitdir: ${place}\n`))],
  [
    'a .git file with a relative path',
    (place) => projectWith((path) => writeFileSync(path, `gitdir: ${relative(join(path, '..'), place)}`)),
  ],
];

describe('the workspace parameter', () => {
  test.each(ways)('%s', async (_, workspaceFor) => {
    const said = new Map<string, string>();
    for (const target of targets) {
      const workspace = workspaceFor(join(outside, target));
      const { isError, body } = await client.call('index_status', { workspace });
      expect(isError, target).toBe(true);
      expect(body.error.code, target).toBe('workspace_not_allowed');
      said.set(target, JSON.stringify(body.error).replaceAll(workspace, 'WORKSPACE'));
    }
    expect(new Set(said.values()).size, JSON.stringify([...said])).toBe(1);
  });

  test('says what is wrong inside the allowed root', async () => {
    writeFileSync(join(code, 'file.rs'), '');
    const refusal = async (path: string) =>
      (await client.call('index_status', { workspace: join(code, path) })).body.error;
    expect((await refusal('missing')).message).toContain('does not exist');
    expect((await refusal('inner/missing')).message).toContain('does not exist');
    expect((await refusal('file.rs')).message).toContain('not a folder');
    symlinkSync('ring', join(code, 'ring'));
    expect((await refusal('ring')).message).toContain('does not exist');
    symlinkSync(join(code, 'inner', 'never'), join(code, 'dangling'));
    expect((await refusal('dangling')).message).toContain('does not exist');
  });

  test('follows links inside the allowed root and into it', async () => {
    const project = join(code, 'project');
    mkdirSync(project);
    createRepositoryIn(project, { 'a.rs': 'pub fn a() {}\n' });
    for (const workspace of [linkTo(linkTo(project)), linkTo('project'), join(outside, 'back', 'project')]) {
      const { body } = await client.call('index_status', { workspace });
      expect(body.repo_root, workspace).toBe(project);
    }
  });
});

const placeParameters = tools.flatMap((row) =>
  parametersOf(row, ['path', 'file']).map((parameter): [string, string, object] => [row.name, parameter, row.example]),
);
test.each(placeParameters)('%s: %s', async (name, parameter, example) => {
  const said = new Map<string, string>();
  for (const target of ['file.rs', 'missing.rs', 'loop', 'folder/missing.rs', 'missing/file.rs']) {
    const link = `link-${count++}.rs`;
    symlinkSync(join(outside, target), fixture.repository.path(link));
    const { body } = await client.call(name, { ...example, [parameter]: link, workspace: fixture.repository.root });
    const { metadata: _, ...rest } = body;
    said.set(target, JSON.stringify(rest).replaceAll(link, 'LINK'));
  }
  expect(new Set(said.values()).size, JSON.stringify([...said])).toBe(1);
});
