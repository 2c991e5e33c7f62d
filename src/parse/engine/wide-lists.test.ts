import { expect, test } from 'vitest';
import type { Language } from '../../languages/language.ts';
import { languageNamed } from '../../languages/languages.ts';
import { parseText } from './parse-text.ts';

const count = 2_000;
const list = (entry: (at: number) => string) => Array.from({ length: count }, (_, at) => entry(at)).join(', ');

/** A query that keeps a candidate open for each entry until the end of the list takes quadratic time and more. */
test.each<[language: string, statement: string, imports: number]>([
  ['typescript', `import { ${list((at) => `a${at} as b${at}`)} } from './x';`, count],
  ['typescript', `import { ${list((at) => `a${at}`)} } from './x';`, count],
  ['typescript', `export { ${list((at) => `a${at} as b${at}`)} } from './x';`, count],
  ['typescript', `export { ${list((at) => `after as b${at}`)} };`, 0],
  ['javascript', `const { ${list((at) => `a${at}: b${at}`)} } = require('./x');`, count],
  ['javascript', `const { ${list((at) => `a${at}`)} } = await import('./x');`, count],
  ['javascript', `function f() { const { ${list((at) => `a${at}`)} } = other; }`, 0],
  ['python', `from x import ${list((at) => `a${at} as b${at}`)}\n`, count],
  ['php', `<?php use x\\{${list((at) => `a${at} as b${at}`)}};`, count],
  ['rust', `use x::{${list((at) => `a${at} as b${at}`)}};`, count],
])(
  '%s: the symbols and imports of a file with %.30s… are found',
  async (name, statement, imports) => {
    const language = languageNamed(name) as Language;
    const after = { python: 'def after(): pass', rust: 'fn after() {}' }[name] ?? 'function after() {}';
    const syntax = await parseText(language, 'a', `${statement}\n${after}\n`, { timeoutMs: 8_000 });
    expect(syntax).toMatchObject({ outcome: 'parsed' });
    expect(syntax.symbols.at(-1)).toMatchObject({ name: 'after' });
    expect(syntax.imports).toHaveLength(imports);
  },
  60_000,
);
