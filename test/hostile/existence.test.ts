/** No error tells whether something exists outside the served folders: what a link leads to is the same as nothing. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../src/serve/tools/tools.ts';
import { runProgram } from '../support/run-program.ts';
import { parametersOf } from '../support/sample-requests.ts';
import {
  type Connection,
  createFixture,
  environment,
  type Fixture,
  type HttpServer,
  startHttp,
} from '../support/serve-fixture.ts';
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
  writeFileSync(join(outside, 'rules'), 'mine.rs\n');
  execFileSync('mkfifo', [join(outside, 'pipe')]);
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

interface Copy {
  readonly root: string;
  readonly path: (name: string) => string;
}

/** Copies a repository to a folder below the allowed root. */
function repository(): Copy {
  const root = join(code, `repository-${count++}`);
  cpSync(join(outside, 'repository'), root, { recursive: true });
  return { root, path: (name) => join(root, name) };
}

const setting = (text: string) => (made: Copy, place: string) =>
  appendFileSync(made.path('.git/config'), text.replace('PLACE', place));

/** Each makes git look at a place outside. */
const gitWays: Readonly<Record<string, (made: Copy, place: string) => void>> = {
  'core.excludesFile': setting('[core]\nexcludesFile = PLACE\n'),
  'core.attributesFile': setting('[CORE]\n\tattributesfile = "PLACE" ; c\n'),
  'core.worktree': setting('[core]\nworktree = PLACE\n'),
  'a relative core.worktree': (made, place) =>
    setting('[core]\nworktree = PLACE\n')(made, relative(made.path('.git'), place)),
  'include.path': setting('[include]\npath = PLACE\n'),
  'a relative include.path': (made, place) =>
    setting('[include]\npath = PLACE\n')(made, relative(made.path('.git'), place)),
  'includeIf.path': setting('[includeIf "onbranch:never"]\npath = PLACE\n'),
  'an included configuration': (made, place) => {
    writeFileSync(made.path('.git/more'), `[core]\nexcludesFile = ${place}\n`);
    setting('[include]\npath = more\n')(made, place);
  },
  'the configuration of the worktree': (made, place) => {
    setting('[extensions]\nworktreeConfig = true\n')(made, place);
    writeFileSync(made.path('.git/config.worktree'), `[core]\nworktree = ${place}\n`);
  },
  'a setting with a link in the tree': (made, place) => {
    symlinkSync(place, made.path('way'));
    setting('[core]\nexcludesFile = way\n')(made, place);
  },
  'a setting with a step up behind a link': (made, place) => {
    symlinkSync(join(outside, 'folder'), made.path('way'));
    setting('[include]\npath = ../way/../PLACE\n')(made, relative(outside, place));
  },
  'a link as configuration': (made, place) => {
    rmSync(made.path('.git/config'));
    symlinkSync(place, made.path('.git/config'));
  },
  'a link as ignore rules': (made, place) => {
    rmSync(made.path('.git/info/exclude'), { force: true });
    mkdirSync(made.path('.git/info'), { recursive: true });
    symlinkSync(place, made.path('.git/info/exclude'));
  },
  'an alternate with a link': (made, place) => {
    symlinkSync(place, made.path('way'));
    appendFileSync(made.path('.git/objects/info/alternates'), `${made.path('way')}\n`);
  },
  commondir: (made, place) => writeFileSync(made.path('.git/commondir'), `${place}\n`),
};
const gitTargets = ['folder', 'file.rs', 'rules', 'pipe', 'repository/.git', 'missing'];

describe('what a git folder names', () => {
  test.each(Object.entries(gitWays))('%s', async (_, plant) => {
    const said = new Map<string, string>();
    for (const target of gitTargets) {
      const made = repository();
      plant(made, join(outside, target));
      const { body } = await client.call('search_code', { workspace: made.root, query: 'secret' });
      expect(body.error?.code, `${target}: ${JSON.stringify(body)}`).toBe('workspace_not_allowed');
      said.set(target, JSON.stringify(body.error).replaceAll(made.root, 'WORKSPACE'));
    }
    expect(new Set(said.values()).size, JSON.stringify([...said])).toBe(1);
  });

  test('is refused too if it is planted after the workspace was registered', async () => {
    const said = new Set<string>();
    for (const target of ['file.rs', 'missing']) {
      const made = repository();
      const ask = async () =>
        (await client.call('search_code', { workspace: made.root, query: 'secret', ref: 'HEAD~0' })).body;
      await client.call('index_status', { workspace: made.root });
      setting('[include]\npath = PLACE\n')(made, join(outside, target));
      said.add(JSON.stringify((await ask()).error).replaceAll(made.root, 'WORKSPACE'));
    }
    expect([...said]).toEqual([expect.stringContaining('outside the allowed roots')]);
  });

  /** Each builds a folder in a work tree that leads to a place outside by its `.git`. */
  const nestedWays: [what: string, plant: (nest: string, place: string) => void][] = [
    ['a .git file', (nest, place) => writeFileSync(join(nest, '.git'), `gitdir: ${place}\n`)],
    ['a relative .git file', (nest, place) => writeFileSync(join(nest, '.git'), `gitdir: ${relative(nest, place)}\n`)],
    ['a .git link', (nest, place) => symlinkSync(place, join(nest, '.git'))],
    [
      'a commondir',
      (nest, place) => {
        mkdirSync(join(nest, '.git'));
        writeFileSync(join(nest, '.git/HEAD'), 'ref: refs/heads/main\n');
        writeFileSync(join(nest, '.git/commondir'), `${place}\n`);
      },
    ],
  ];
  test.each(nestedWays)('%s of a nested folder', async (_, plant) => {
    const made = repository();
    for (const target of ['folder', 'repository/.git', 'missing']) {
      const nest = made.path(`nest-${dirname(target)}-${count++}`);
      mkdirSync(nest);
      writeFileSync(join(nest, 'hidden.rs'), 'pub fn secret() {}\n');
      plant(nest, join(outside, target));
    }
    const { body } = await client.call('search_code', { workspace: made.root, query: 'secret' });
    expect(
      body.results?.map(({ path }: { path: string }) => path),
      JSON.stringify(body),
    ).toEqual(['secret.rs']);
  });

  test('is followed inside the allowed root, and everywhere for the user', async () => {
    const made = repository();
    for (const name of ['noise.rs', 'mine.rs']) writeFileSync(made.path(name), 'pub fn secret() {}\n');
    mkdirSync(made.path('sub'));
    writeFileSync(made.path('sub/rules'), 'noise.rs\n');
    setting('[core]\nexcludesFile = PLACE\nworktree = ..\n')(made, `${made.path('sub')}/../sub/rules`);
    const { body } = await client.call('search_code', { workspace: made.root, query: 'secret' });
    const found = body.results?.map(({ path }: { path: string }) => path).sort();
    expect(found, JSON.stringify(body)).toEqual(['mine.rs', 'secret.rs']);

    const own = repository();
    for (const name of ['noise.rs', 'mine.rs']) writeFileSync(own.path(name), 'pub fn secret() {}\n');
    setting('[core]\nexcludesFile = PLACE\n')(own, join(outside, 'rules'));
    const { stdout } = await runProgram(['search', 'secret', '--json'], { cwd: own.root, env: environment(fixture) });
    expect(stdout).toContain('noise.rs');
    expect(stdout).not.toContain('mine.rs');
  });
});
