import { expect, test } from 'vitest';
import { classifyQuery, looksLikeMessage } from './classify-query.ts';
import type { QueryIntent } from './hit.ts';

function check(intent: QueryIntent, ...queries: string[]): void {
  test.each(queries)(`classifies %j as ${intent}`, (query) => {
    expect(classifyQuery(query)).toBe(intent);
  });
}

check('symbol', 'validate_token', 'JwtValidator', 'JwtValidator::validate_token', 'SessionStore.getUser', 'kubelet');
check('symbol', 'fn validate_token', 'class Blueprint', 'User#save', 'vec!', 'parse()', '$scope', 'HTTPServer2');
check('path', 'src/auth/jwt.rs', 'jwt.rs', './lib', 'src/auth/', 'src/auth/jwt.rs:87', 'pkg/kubelet/kubelet.go:12:3');
check('path', 'package.json', 'a/b/c');
check(
  'error',
  '"connection refused"',
  "what throws 'no such table'",
  'TypeError: x is not a function',
  'ENOENT',
  'E0308',
);
check('error', '    at Module._compile (node:internal/modules/cjs/loader:1105:14)', 'ERR_MODULE_NOT_FOUND');
check(
  'error',
  'File "app.py", line 3, in main',
  "thread 'main' panicked at src/main.rs:4:5:",
  'error[E0382]: borrow of x',
);
check(
  'natural_language',
  'where is rate limiting implemented',
  'how does authentication work',
  'read/write lock on files',
);
check('natural_language', "what doesn't work", 'connection pool size', 'retry logic');

test('recognizes program output, but not questions, as a message', () => {
  const check = (query: string, expected: boolean) => expect(looksLikeMessage(query), query).toBe(expected);
  check('MISCONF Redis is configured to save snapshots', true);
  check('open config: no such file or directory', true);
  check("Can't save in background", true);
  check('replace a worker that hangs', false);
  check('How are sessions signed', false);
  check('Are there limits: which ones?', false);
});
