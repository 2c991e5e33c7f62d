/** The published package: its files, and a program that embeds it, compiled with strict checks and run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { removeFolder } from './support/remove-folder.ts';
import { createRepositoryIn } from './support/test-repository.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
let files: string[];

/** Packs the build and unpacks it into a project that has it as its only dependency. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'codecompass-package-'));
  const installed = join(folder, 'node_modules', 'codecompass');
  mkdirSync(installed, { recursive: true });
  run('npm', ['pack', root, '--ignore-scripts', '--silent', '--pack-destination', folder]);
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  run('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(installed, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'));
  // Links the installed dependencies, so that the test needs no registry.
  symlinkSync(join(root, 'node_modules'), join(installed, 'node_modules'), 'junction');
  return () => removeFolder(folder);
});

test('the package contains only code, queries, types, documents and the table of word vectors', () => {
  const kinds = new Set(files.map((name) => name.replace(/^dist\/.*?((?:\.d)?\.\w+)$/, 'dist/*$1')));
  expect([...kinds].sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/*.bin',
    'dist/*.d.ts',
    'dist/*.js',
    'dist/*.scm',
    'dist/*.txt',
    'package.json',
  ]);
  expect(files.filter((name) => /\.(test|suite)\./.test(name))).toEqual([]);
  expect(files).toContain('dist/main.js');
});

test('the example in docs/embedding.md compiles with strict checks, and runs', () => {
  const document = readFileSync(join(root, 'docs', 'embedding.md'), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(folder, 'example.ts'), example + wrongRequests);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // The declarations are checked too, without @types/node, which not every project has.
  const options = '--strict --exactOptionalPropertyTypes --module nodenext --target es2022 --lib es2023,dom';
  expect(run(process.execPath, [compiler, 'example.ts', ...options.split(' '), '--skipLibCheck', 'false'])).toBe('');

  const repository = join(folder, 'repository');
  mkdirSync(repository);
  createRepositoryIn(repository, {
    'src/retry.ts':
      '/** Sends a request again until it is answered. */\nexport function retry(request: () => void) {\n  request();\n}\n',
    'src/client.ts': "import { retry } from './retry.js';\n\nexport function fetchUser() {\n  retry(() => {});\n}\n",
  });
  const lines = run(process.execPath, [join(folder, 'example.js')], repository).split('\n');
  expect(lines[0]).toBe('src/retry.ts:2  export function retry(request: () => void)');
  expect(lines).toContain('src/client.ts:4  fetchUser (static)');
});

/** Compiled with the example, but never run. */
const wrongRequests = `
export async function wrong(project: import('codecompass').Project): Promise<string | undefined> {
  // @ts-expect-error: a search needs a query.
  await project.search({ limit: 3 });
  // @ts-expect-error: there is no such direction.
  await project.callGraph({ symbol_name: 'retry', direction: 'sideways' });
  const { results } = await project.locate({ name: 'retry', kind: 'fn', limit: 1 });
  return results[0]?.symbol_id;
}
`;

function run(command: string, args: readonly string[], cwd = folder): string {
  const env = { ...process.env, CODECOMPASS_HOME: join(folder, 'home'), NODE_OPTIONS: '' };
  try {
    return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} failed:\n${stdout}${stderr}`);
  }
}
