import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateTokens, partsOf, tokensOfPart } from './estimate-tokens.ts';

/** Checks the estimate of a long text against the tokenizer: never much too low, and not absurdly high. */
function check(what: string, sample: string, most: number): void {
  test(what, () => {
    const text = Array.from({ length: 20 }, () => sample).join('\n');
    const ratio = estimateTokens(text) / countTokens(text);
    expect(ratio).toBeGreaterThan(0.95);
    expect(ratio).toBeLessThan(most);
  });
}

describe('the estimate of', () => {
  check(
    'English',
    'Every answer says whether the index matches the repository; larger changes are left to a job.',
    1.2,
  );
  check('code', 'export async function readFile(path: string, { encoding = "utf8" } = {}): Promise<string> {', 1.2);
  check('snake case', 'def handle_request_timeout(self, request_id, *, max_retries=3, on_error=None):', 1.25);
  check('JSON', JSON.stringify({ path: 'src/a.ts', line_start: 12, line_end: 40, kind: 'method', score: 0.734 }), 1.25);
  check('indented JSON', JSON.stringify({ results: [{ path: 'src/a.ts', line_start: 12 }], total: 3 }, null, 2), 1.3);
  check(
    'escaped source',
    JSON.stringify('if (a) {\n\treturn "x";\n}\n    else {\n        throw new Error(`no`);\n}'),
    1.35,
  );
  check('ids', '{"symbol_id":"sym_01HQ6XH4E2D9E8M8SN8C1A2R7F","symbol_stable_id":"b3:7d2a6f0f8f13ca77"}', 1.3);
  check('random letters', 'qzxvkwjpfhgtrbnmlcdyqzxwvkjhgfdplmnbvcxz', 1.7);
  check(
    'minified code',
    'function(e,t,n){var r=n(3),o=n.n(r);t.a=o.a.memo((function(e){return e&&e.c?null:i(e)}))}',
    1.25,
  );
  check('Chinese', '该函数用于检查用户权限，如果没有权限则返回错误信息。', 2);
  check('Japanese', 'この関数はユーザーの権限を確認し、エラーが発生した場合は例外を投げます。', 1.5);
  check('Korean', '이 함수는 사용자 권한을 확인하고 오류가 발생하면 예외를 발생시킵니다.', 1.5);
  check('Russian', 'Эта функция проверяет права пользователя и возвращает ошибку', 2.5);
  check('German', 'Überprüft die Berechtigungen für größere Änderungen', 2);
  check('emoji', '🎉🚀✅❌🔥👍🧪', 2.5);
});

test('nothing has no tokens', () => expect(estimateTokens('')).toBe(0));

test('parts add up to nearly the whole', () => {
  const parts = Array.from({ length: 200 }, (_, at) => `${JSON.stringify({ path: `src/file_${at}.ts`, line: at })},`);
  const sum = parts.reduce((total, part) => total + tokensOfPart(part), 0);
  const ratio = sum / tokensOfPart(parts.join(''));
  expect(ratio).toBeGreaterThan(0.98);
  expect(ratio).toBeLessThan(1.1);
});

test('the parts of a long text add up to its tokens', () => {
  const random = (at: number) => (at * 7_919) % 104_729;
  const pieces = [
    'word',
    'HTTPServer',
    ' ',
    '   ',
    '\n',
    '{"',
    '":',
    '12345',
    '\\n',
    'é',
    '漢',
    '_',
    'x',
    '"},{"',
    'aB',
  ];
  const text = Array.from({ length: 120_000 }, (_, at) => pieces[random(at) % pieces.length]).join('');
  const parts = [...partsOf(text)];
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join('')).toBe(text);
  expect(parts.reduce((sum, part) => sum + tokensOfPart(part), 0)).toBeCloseTo(tokensOfPart(text), 3);
  expect([...partsOf('')]).toEqual([]);
  expect([...partsOf('short')]).toEqual(['short']);
});

test('a text that is large enough is not measured to its end', () => {
  const text = 'word '.repeat(10_000);
  const tokens = tokensOfPart(text, 50);
  expect(tokens).toBeGreaterThan(50);
  expect(tokens).toBeLessThan(60);
  expect(tokensOfPart(text, 1_000_000)).toBe(tokensOfPart(text));
});
