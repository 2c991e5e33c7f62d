/** Imports through a manifest or a link that was not read are unknown, so nothing proves that there are no callers. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readParameters } from '../../../src/query/parameters/parameters.ts';
import { callGraph, callGraphParameters } from '../../../src/query/tools/call-graph.ts';
import { findReferences, findReferencesParameters } from '../../../src/query/tools/find-references.ts';
import { ProjectReader, type RefView } from '../../../src/query/view/ref-view.ts';
import { openStore } from '../../../src/store/sqlite/open-store.ts';
import { indexInProcess, usualSettings } from '../../support/run-job.ts';
import { createRepository, temporaryFolder } from '../../support/test-repository.ts';

interface Case {
  readonly files: Readonly<Record<string, string>>;
  /** Targets by the paths of symbolic links. */
  readonly links?: Readonly<Record<string, string>>;
  readonly exclude?: readonly string[];
}

const json = (value: unknown) => `${JSON.stringify(value, null, 1)}\n`;
const many = <Item>(count: number, item: (index: number) => Item) => Array.from({ length: count }, (_, at) => item(at));
const blank = '\n'.repeat(270_000);
const target = 'export function target() {\n  return 1;\n}\n';
const callFrom = (source: string) =>
  `import { target } from '${source}';\n\nexport function caller() {\n  return target();\n}\n`;

const throughPackage = (manifest: string): Case => ({
  files: { 'p/package.json': manifest, 'p/src/deep/y.ts': target, 'a.ts': callFrom('p/f/y') },
});
const throughConfig = (config: Readonly<Record<string, string>>, links: Case['links'] = {}): Case => ({
  files: { ...config, 'lib/deep/y.ts': target, 'a.ts': callFrom('@x/y') },
  links,
});
const throughModule = (manifest: string, source = 'example.com/m/q'): Case => ({
  files: {
    'go.mod': manifest,
    'q/y.go': 'package q\n\nfunc target() {}\n\nfunc Target() {}\n',
    'a/a.go': `package a\n\nimport "${source}"\n\nfunc Caller() { q.Target() }\n`,
  },
});

const exportsMap = { './f/*': './src/deep/*.ts' };
const paths = { '@x/*': ['./lib/deep/*'] };
const config = json({ compilerOptions: { paths } });
const replacedFolders = (count: number) =>
  `module example.com/r\n${many(count, (at) => `replace example.com/unused${at} => ./no\n`).join('')}replace x.y/q => ./q\n`;
const chain = (length: number) =>
  Object.fromEntries(
    many(length, (at) => [
      at === 0 ? 'tsconfig.json' : `c${at}.json`,
      at < length - 1 ? json({ extends: `./c${at + 1}.json` }) : config,
    ]),
  );
const barrel = { 'real/barrel.ts': "export * from './y';\n", 'real/y.ts': target, 'a.ts': callFrom('./lib') };
const pythonCaller = 'from linked.y import target\n\n\ndef caller():\n    return target()\n';
const pythonPackage = { 'real/__init__.py': '', 'real/y.py': 'def target():\n    return 1\n' };

async function ask<Answer>(
  { files, links = {}, exclude = [] }: Case,
  question: (view: RefView) => Promise<Answer>,
): Promise<Answer> {
  const repository = createRepository(files);
  for (const [path, to] of Object.entries(links)) {
    mkdirSync(dirname(repository.path(path)), { recursive: true });
    symlinkSync(to, repository.path(path));
  }
  repository.commit({ 'notes.txt': 'notes\n' });
  const home = temporaryFolder();
  const { projectId, ref } = await indexInProcess(home, repository.root, { settings: { ...usualSettings, exclude } });
  const store = await openStore(home, projectId);
  try {
    return await new ProjectReader(projectId, store).view(ref, question);
  } finally {
    await store.close();
  }
}

const nameIn = ({ files }: Case) => ('go.mod' in files ? 'Target' : 'target');

async function answersOf(each: Case) {
  const asked = { symbol_name: nameIn(each) };
  return ask(each, async (view) => ({
    callers: await callGraph(view, readParameters(callGraphParameters, { ...asked, direction: 'callers' }).values),
    references: await findReferences(view, readParameters(findReferencesParameters, asked).values),
  }));
}

describe('with manifests that are read, the caller is proven', () => {
  test.each<[string, Case]>([
    ['package.json', throughPackage(json({ name: 'p', exports: exportsMap }))],
    [
      'exports without a star, in any number',
      throughPackage(
        json({
          name: 'p',
          exports: { ...exportsMap, ...Object.fromEntries(many(1_500, (at) => [`./x${at}`, './x.ts'])) },
        }),
      ),
    ],
    ['tsconfig.json', throughConfig({ 'tsconfig.json': config })],
    ['a chain of configurations', throughConfig(chain(5))],
    ['go.mod', throughModule('module example.com/m\n')],
    ['replacements', throughModule(replacedFolders(10), 'x.y/q')],
    [
      'repeated replacements',
      throughModule(
        `module example.com/r\n${'replace x.y/q v1.0.0 => ./no\n'.repeat(5_000)}replace x.y/q => ./q\n`,
        'x.y/q',
      ),
    ],
    [
      'harmless links',
      {
        files: {
          'package.json': json({ name: 'whole', main: './lib/index.js' }),
          'lib/index.ts': target,
          'docs/guide.md': 'text\n',
          'fixtures/data/package.json': `${json({ name: 'data' })}${blank}`,
          'a.ts': `import 'react';\nimport './style';\n${callFrom('./lib')}`,
          'b.py': 'import requests\n',
        },
        links: {
          node_modules: '/tmp',
          'website/docs': '../docs',
          'README.md': 'docs/guide.md',
          'fixtures/linked.ts': '../lib/index.ts',
          'fixtures/react': '../lib',
          'scripts/requests': '../lib',
          'tsconfig.eslint.json': 'package.json',
        },
      },
    ],
  ])('%s', async (_, each) => {
    const { callers, references } = await answersOf(each);
    expect(callers.completeness).toMatchObject({ static_edges: 1 });
    expect(callers.metadata).toEqual({ result_completeness: 'complete' });
    expect(references.metadata.result_completeness).toBe('complete');
  });
});

describe('an unread file that imports may lead through is named', () => {
  const patterns = Object.fromEntries(many(1_000, (at) => [`./z${at}/*`, './z/*.ts']));
  const aliases = Object.fromEntries(many(1_000, (at) => [`z${at}/*`, ['./z/*']]));
  test.each<[string, string, Case]>([
    [
      'a large package.json',
      'p/package.json was not read: it is larger than 256 KB',
      throughPackage(json({ name: 'p', exports: exportsMap }) + blank),
    ],
    [
      'many exports',
      'p/package.json was not read: it has more exports',
      throughPackage(json({ name: 'p', exports: { ...patterns, ...exportsMap } })),
    ],
    [
      'a minified package.json',
      'p/package.json was not read: it is minified',
      throughPackage(JSON.stringify({ name: 'p', exports: exportsMap, x: 'y'.repeat(5_000) })),
    ],
    [
      'a large tsconfig.json',
      'tsconfig.json was not read: it is larger than 256 KB',
      throughConfig({ 'tsconfig.json': config + blank }),
    ],
    [
      'many paths',
      'tsconfig.json was not read: it has more than 1000 paths',
      throughConfig({ 'tsconfig.json': json({ compilerOptions: { paths: { ...aliases, ...paths } } }) }),
    ],
    [
      'a linked tsconfig.json',
      'tsconfig.json was not read: it is a symbolic link',
      throughConfig({ 'base/config.json': config }, { 'tsconfig.json': 'base/config.json' }),
    ],
    [
      'a linked base',
      'base.json was not read: it is a symbolic link',
      throughConfig(
        { 'tsconfig.json': json({ extends: './base.json' }), 'other/config.json': config },
        { 'base.json': 'other/config.json' },
      ),
    ],
    ['a long chain of configurations', 'c16.json was not read: more than 16', throughConfig(chain(18))],
    [
      'a linked folder of an alias',
      'lib/deep was not read: it is a symbolic link',
      {
        files: { 'tsconfig.json': config, 'real/y.ts': target, 'a.ts': callFrom('@x/y') },
        links: { 'lib/deep': '../real' },
      },
    ],
    [
      'a large go.mod',
      'go.mod was not read: it is larger than 256 KB',
      throughModule(`module example.com/m\n${'// line\n'.repeat(40_000)}`),
    ],
    [
      'an excluded go.mod',
      'go.mod was not read: it is excluded',
      { ...throughModule('module example.com/m\n'), exclude: ['go.mod'] },
    ],
    [
      'many extended configurations',
      'tsconfig.json was not read: it extends more than 100 configurations',
      throughConfig({
        'tsconfig.json': json({ extends: [...many(100, (at) => `./no${at}`), './c.json'] }),
        'c.json': config,
      }),
    ],
    [
      'many targets of a crate',
      'Cargo.toml was not read: it has more targets than are read',
      {
        files: {
          'Cargo.toml': `[package]\nname = "m"\n${many(2_001, (at) => `[[bin]]\npath = "b${at}.rs"\n`).join('')}`,
          'b2000.rs': '#[path = "y.rs"]\nmod z;\nfn caller() { z::target(); }\n',
          'y.rs': 'pub fn target() {}\n',
        },
      },
    ],
    [
      'many replacements',
      'go.mod was not read: it has more replacements than are read',
      throughModule(replacedFolders(2_000), 'x.y/q'),
    ],
    [
      'many replacements of one module',
      'go.mod was not read: it has more replacements than are read',
      throughModule(
        `module example.com/r\n${many(100, (at) => `replace x.y/q v1.0.${at} => ./no${at}\n`.repeat(20)).join('')}replace x.y/q => ./q\n`,
        'x.y/q',
      ),
    ],
    [
      'a linked barrel',
      'lib/index.ts was not read: it is a symbolic link',
      { files: barrel, links: { 'lib/index.ts': '../real/barrel.ts' } },
    ],
    [
      'a linked entry of a package',
      'p/main.ts was not read: it is a symbolic link',
      {
        files: { ...barrel, 'p/package.json': json({ name: 'p', main: './main.js' }), 'a.ts': callFrom('p') },
        links: { 'p/main.ts': '../real/barrel.ts' },
      },
    ],
    [
      'a linked Python package',
      'linked was not read: it is a symbolic link',
      { files: { ...pythonPackage, 'a.py': pythonCaller }, links: { linked: 'real' } },
    ],
    [
      'a linked Python package beside the importer',
      'lib/linked was not read: it is a symbolic link',
      { files: { ...pythonPackage, 'tests/a.py': pythonCaller }, links: { 'lib/linked': '../real' } },
    ],
  ])('%s', async (_, warning, each) => {
    const { callers, references } = await answersOf(each);
    for (const { metadata } of [callers, references]) {
      expect(metadata.result_completeness).toBe('partial');
      expect(metadata.warnings).toContainEqual(expect.stringMatching(new RegExp(`^${warning.replaceAll('.', '\\.')}`)));
    }
  });
});

test('files in other languages do not matter', async () => {
  const go = throughModule(`module example.com/m\n${'// line\n'.repeat(40_000)}`);
  const { metadata } = await ask({ files: { ...go.files, 'y.ts': target, 'b.ts': callFrom('./y') } }, (view) =>
    callGraph(view, readParameters(callGraphParameters, { symbol_name: 'target', path: 'y.ts' }).values),
  );
  expect(metadata).toEqual({ result_completeness: 'complete' });
});
