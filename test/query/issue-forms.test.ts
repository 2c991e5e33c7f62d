/** What the form of an issue contributes: headings, comments and lists of versions say little about the code. */
import { expect, test } from 'vitest';
import { findHits } from '../../src/query/search/find-hits.ts';
import { sharedView } from '../support/query-view.ts';

const retry = `export async function sendAgain(url: string): Promise<Response> {
  const response = await fetch(url);
  return response.ok ? response : retry(url);
}
`;

const view = sharedView({
  'src/http/retry.ts': retry,
  'dist/all.js': retry.replace(/: \w+(?:<\w+>)?/g, ''),
  'src/about/environment.ts': `export function describeEnvironment(): string[] {
  const libraries = ['numpy', 'pandas', 'scipy', 'netcdf', 'dask', 'bottleneck', 'pip', 'conda'];
  return [...libraries, process.platform, process.arch, 'machine', 'processor', 'byteorder'];
}
`,
  'src/about/security.ts': `export function reportVulnerability(security: string, contact: string, disclosure: string): string {
  return [security, contact, disclosure].join(' ');
}
`,
  'src/cli/arguments.ts': `export function readArguments(given: string[]): { stop: boolean } {
  return { stop: !given.includes('--keep-going') };
}

export function keepers(): string[] {
  return ['keep', 'going', 'keeps', 'goes'];
}
`,
});

async function namesFor(text: string): Promise<string[]> {
  const { hits } = await view((opened) => findHits(opened, text, {}, 10));
  return hits.map(({ symbol, file }) => `${symbol?.name ?? ''} ${file.path}`);
}

const told = `The response is lost

If the url does not answer, the response is not there and we wait for it. It should be sent again.`;

test('lists of versions do not decide what an issue is about', async () => {
  const versions = `numpy: 1.16.2
pandas: 0.24.2
scipy: 1.2.1
netcdf: 4.1
dask: 1.1.4
bottleneck: None
pip: 19.0
conda: 4.6
machine: x86_64
processor: x86_64
byteorder: little`;
  expect((await namesFor(`${told}\n\n${versions}`))[0]).toBe('sendAgain src/http/retry.ts');
});

test('comments of a form do not count', async () => {
  const comment =
    '<!-- To report a vulnerability of security, use the contact for disclosure: report it there. Security first. -->';
  const names = await namesFor(`${told}\n\n${comment}\n${comment}`);
  expect(names.join()).not.toContain('reportVulnerability');
});

test('what a bundler wrote comes after its source', async () => {
  const names = await namesFor(`${told} ${told}`);
  expect(names.indexOf('sendAgain src/http/retry.ts')).toBeLessThan(names.indexOf('sendAgain dist/all.js'));
});

test('finds the function with an option of the command line', async () => {
  const text = `${told}\n\nWith --keep-going the command keeps going, so we keep it going. Keep it, it goes. Keepers keep.`;
  expect((await namesFor(text))[0]).toBe('readArguments src/cli/arguments.ts');
});
