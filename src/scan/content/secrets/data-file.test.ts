/** Which files are data, and which of them are shown to readers or used by tests. */
import { expect, it } from 'vitest';
import { languages } from '../../../languages/languages.ts';
import { isDataFile, isShown } from './data-file.ts';

it('source code of every language is no data', () => {
  const endings = languages.flatMap(({ extensions, sharedExtensions }) => [
    ...extensions,
    ...Object.keys(sharedExtensions ?? {}),
  ]);
  expect(endings.filter((ending) => isDataFile(`a${ending}`, ''))).toEqual([]);
});

it.each(['a.md', 'a.html', 'a.tf', 'a.lock', 'a.snap', 'a.po', 'a.ipynb', 'id.pub'])('%s is no data', (name) => {
  expect(isDataFile(name, '')).toBe(false);
});

it.each(['a', '.a', 'a.json', 'a.yaml', 'a.key', 'a.creds', 'a.unknown', 'a.txt'])('%s is data', (name) => {
  expect(isDataFile(name, '')).toBe(true);
  expect(isDataFile(name, '#!/bin/sh\n')).toBe(false);
});

it.each([
  'docs/a.json',
  'tests/a.json',
  'src/Tests/a.json',
  'pkg/testdata/a.yaml',
  'app/locales/en.yml',
  'a.example.json',
  'config.sample.ini',
  'openapi.json',
  'Makefile',
])('%s is shown', (path) => {
  expect(isShown(`/${path}`, path.split('/').at(-1) as string)).toBe(true);
});

it.each(['config/a.json', 'latest/a.json', 'contest.json', 'k8s/prod/values.yaml', 'makefiles.json'])(
  '%s is not shown',
  (path) => {
    expect(isShown(`/${path}`, path.split('/').at(-1) as string)).toBe(false);
  },
);
