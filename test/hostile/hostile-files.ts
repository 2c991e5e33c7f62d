/** Files that are expensive to parse: deep, long, flat, broken and random ones, in every supported language. */
import { type Random, randomFrom } from '../support/random.ts';

/** Lines are short, because a file with long lines counts as minified and is not parsed. */
const lineLength = 60;

/** A prefix, the repeated opening, and its closing counterpart. */
const nestings: Readonly<Record<string, readonly [string, string, string]>> = {
  'calls.go': ['package a\nfunc f() {\n', 'f(', ')'],
  'blocks.go': ['package a\nfunc f() {\n', '{', '}'],
  'calls.rs': ['fn main() {\n', 'f(', ')'],
  'macros.rs': ['fn main() {\n', 'm!(', ')'],
  'types.rs': ['type A = ', 'Box<', '>'],
  'lists.py': ['x = ', '[', ']'],
  'calls.py': ['x = ', 'f(', ')'],
  'calls.ts': ['x = ', 'f(', ')'],
  'generics.ts': ['let x: ', 'A<', '>'],
  'functions.js': ['', 'function f(){', '}'],
  'objects.js': ['x = ', '{a:', '}'],
  'elements.tsx': ['x = ', '<a>', '</a>'],
  'templates.cpp': ['', 'A<', '>'],
  'blocks.c': ['int f() ', '{', '}'],
  'annotations.java': ['', '@A(', ')'],
  'attributes.cs': ['', '[A(', ')'],
  'strings.rb': ['', '"#{', '}"'],
  'arrays.php': ['<?php $x = ', '[', ']'],
  'commands.sh': ['', '$(', ')'],
};

/** Text that is repeated without ever being closed. */
const repetitions: Readonly<Record<string, string>> = {
  'calls.py': 'f(1)\n',
  'names.go': 'var a=b\n',
  'functions.rs': 'fn a(){}\n',
  'imports.py': 'import a\n',
  'classes.ts': 'class <\n',
  'opened.cs': '[A(\n',
  'opened.go': ')\n',
  'opened.rs': 'fn \n',
  'opened.py': 'def \n',
  'opened.js': '`${\n',
  'opened.cpp': 'template<\n',
  'opened.c': '#if\n',
  'opened.java': '@A(\n',
  'opened.rb': 'do |\n',
  'opened.php': '$a[\n',
  'opened.sh': '<<A\n',
};

const extensions = ['go', 'rs', 'py', 'ts', 'tsx', 'js', 'c', 'cpp', 'java', 'cs', 'rb', 'php', 'sh'];

export function hostileFiles(depth: number, bytes: number): Record<string, string | Uint8Array> {
  const files: Record<string, string | Uint8Array> = {};
  for (const [name, [opening, inner, closing]] of Object.entries(nestings)) {
    const levels = Math.min(depth, Math.floor(bytes / (inner.length + closing.length + 1)));
    files[`deep/${name}`] = opening + inLines(inner, levels) + inLines(closing, levels);
  }
  for (const [name, line] of Object.entries(repetitions)) {
    const head = name.endsWith('.go') ? 'package a\n' : name.endsWith('.php') ? '<?php\n' : '';
    files[`flat/${name}`] = head + line.repeat(Math.floor((bytes - head.length) / line.length));
  }
  for (const extension of extensions) {
    const random = randomFrom(extension.length + extension.charCodeAt(0));
    files[`random/bytes.${extension}`] = Buffer.from(Array.from({ length: 100_000 }, () => random.below(256)));
    files[`random/letters.${extension}`] = randomText(random, Math.min(bytes, 200_000));
  }
  return files;
}

function inLines(piece: string, count: number): string {
  const perLine = Math.max(1, Math.floor(lineLength / piece.length));
  const line = `${piece.repeat(perLine)}\n`;
  return line.repeat(Math.floor(count / perLine)) + piece.repeat(count % perLine);
}

function randomText(random: Random, length: number): string {
  const lines: string[] = [];
  for (let written = 0; written < length; written += lineLength) {
    lines.push(Array.from({ length: lineLength - 1 }, () => String.fromCharCode(32 + random.below(95))).join(''));
  }
  return `${lines.join('\n')}\n`;
}
