import { expect, test } from 'vitest';
import { maskMacros } from './mask-macros.ts';

/** The text after masking, on one line. */
function check(text: string, left: string): void {
  const masked = maskMacros(text);
  expect(masked.length).toBe(text.length);
  expect(masked.replace(/\s+/g, ' ').trim()).toBe(left);
}

test('blanks a macro between a keyword and the name of a type', () => {
  check('class API Name : public Base {', 'class Name : public Base {');
  check('class API Name;', 'class Name;');
  check('struct PACKED(1) Name {', 'struct Name {');
});

test('keeps a type in capital letters', () => {
  check('struct CONFIG name;', 'struct CONFIG name;');
  check('FILE *file;', 'FILE *file;');
  check('DWORD count = MAX;', 'DWORD count = MAX;');
  check('x = (int) MAX;', 'x = (int) MAX;');
  check('const char *name(void);', 'const char *name(void);');
  check('unsigned long long name;', 'unsigned long long name;');
});

test('blanks a macro before a declaration, after it and on a separate line', () => {
  check('API int name(void);', 'int name(void);');
  check('static inline_hint size_t name;', 'static size_t name;');
  check('void name(int a) const REQUIRES(mu_) NOTHROW;', 'void name(int a) const ;');
  check('int name GUARDED_BY(mu_);', 'int name ;');
  check('Type *MACRO name = value;', 'Type * name = value;');
  check('GENERATE(name)\nint other;', 'int other;');
});

test('keeps the block after a macro', () => {
  check('TEST(Suite, Name)\n{\n}', 'TEST(Suite, Name) { }');
});

test('marks a pointer to a function as a declaration, not a call', () => {
  check('MY_API int (*name)(Type *value);', 'extern int (*name)(Type *value);');
});
