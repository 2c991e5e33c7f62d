import { expect, test } from 'vitest';
import { blank, brokenConditionals } from './mask.ts';

/** The text after masking, on one line. */
function check(text: string, left: string): void {
  const masked = blank(text, brokenConditionals(text));
  expect(masked.length).toBe(text.length);
  expect(masked.split('\n').length).toBe(text.split('\n').length);
  expect(masked.replace(/\s+/g, ' ').trim()).toBe(left);
}

test('keeps both branches between declarations', () => {
  const text = '#if A\nint f() { }\n#else\nint f();\n#endif\nint g();';
  check(text, text.replace(/\n/g, ' '));
});

test('keeps the first branch inside a function', () => {
  check('int f() {\n#if A\nif (a) {\n#else\nif (b) {\n#endif\n}\n}', 'int f() { if (a) { } }');
});

test('keeps the first branch inside a list of parameters', () => {
  check('void f(int a\n#if A\n, int b\n#else\n, int c\n#endif\n);', 'void f(int a , int b );');
});

test('keeps the first branch if branches open different blocks', () => {
  check('#ifdef A\nint f(int a) {\n#else\nint f() {\n#endif\nreturn 1; }', 'int f(int a) { return 1; }');
  check('#ifdef __cplusplus\nextern "C" {\n#endif\nint f();', 'extern "C" { int f();');
});

test('keeps the second branch if the first is dead', () => {
  check('int f() {\n#if 0\na();\n#else\nb();\n#endif\n}', 'int f() { b(); }');
  check('int f() {\n#if 0\na();\n#endif\n}', 'int f() { }');
});

test('distinguishes a class from a function, and a label from an initializer list', () => {
  const members = 'class A {\n public:\n#if A\nint a;\n#else\nint b;\n#endif\n};';
  check(members, members.replace(/\s+/g, ' '));
  check('A::A()\n :\n#if A\n a(1),\n#endif\n b(2) {}', 'A::A() : a(1), b(2) {}');
});

test('ignores braces in strings and comments', () => {
  const text = 'char *s = "{"; /* { */ // {\n#if A\nint a;\n#else\nint b;\n#endif';
  check(text, text.replace(/\n/g, ' '));
});
