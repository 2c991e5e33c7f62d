import { expect, test } from 'vitest';
import { languageOf, languages } from './languages.ts';

function check(path: string, text: string, language: string | undefined): void {
  const firstLine = text.split('\n', 1)[0];
  test(`detects ${path} with ${JSON.stringify(firstLine)} as ${language ?? 'text'}`, () => {
    expect(languageOf(path, text)?.name).toBe(language);
  });
}

check('src/store.h', '#ifdef __cplusplus\nextern "C" {\n#endif\nint open(void);', 'c');
check('src/store.h', 'struct store { int class; };', 'c');
check('src/store.h', 'namespace store {\n}', 'cpp');
check('src/store.h', 'class API Store final : public Base {', 'cpp');
check('src/store.h', '  template <typename T> void f();', 'cpp');
check('src/store.h', 'struct Store {\n private:\n  int x;\n};', 'cpp');
check('src/store.h', 'using Size = int;', 'cpp');
check('src/store.c', 'namespace store {\n}', 'c');
check('a/Rakefile', '', 'ruby');
check('home/.bashrc', '', 'bash');
check('bin/run', '#!/bin/sh\n', 'bash');
check('bin/run', '#!/usr/bin/env -S ruby -w\n', 'ruby');
check('bin/run', '#!/usr/bin/php8.1\n', 'php');
check('bin/run', 'no line of that kind', undefined);

test('calls are resolved in exactly the languages with queries for references', () => {
  const read = languages.filter(({ queries }) => queries.some((file) => file.endsWith('/references.scm')));
  const resolved = languages.filter(({ calls }) => calls !== undefined);
  expect(read.map(({ name }) => name)).toEqual(resolved.map(({ name }) => name));
});
