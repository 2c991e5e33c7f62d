import { expect, test } from 'vitest';
import { CodedError, toCodedError } from '../../errors.ts';
import { createOutput } from './output.ts';

function outputs(settings: { json?: boolean; verbose?: boolean; isTTY?: boolean; env?: Record<string, string> } = {}) {
  const { json = false, verbose = false, isTTY = false, env = {} } = settings;
  const printed = { out: '', err: '' };
  const output = createOutput({
    stdout: { write: (text) => (printed.out += text), isTTY },
    stderr: { write: (text) => (printed.err += text), isTTY },
    json,
    verbose,
    env,
  });
  return { printed, output };
}

const error = new CodedError('permission_denied', 'No access to /a\x1b[2J.', { data: { path: '/a\x1b[2J' } });

test('prints an error with its code and its remedy', () => {
  const { printed, output } = outputs();
  output.fail(error);
  expect(printed.err).toBe(`error[permission_denied]: No access to /a\\x1b[2J.\n→ ${error.remediation}\n`);
  expect(printed.out).toBe('');
});

test('prints an error as one document in JSON mode', () => {
  const { printed, output } = outputs({ json: true });
  output.fail(error);
  expect(JSON.parse(printed.out)).toEqual({
    error: {
      code: 'permission_denied',
      message: error.message,
      data: { remediation: error.remediation, path: '/a\x1b[2J' },
    },
  });
  expect(printed.err).toBe('');
});

test('prints the stack of a bug only with --verbose', () => {
  const bug = toCodedError(new TypeError('x is not a function'));
  const brief = outputs();
  brief.output.fail(bug);
  expect(brief.printed.err).not.toContain('output.test.ts');
  const full = outputs({ verbose: true });
  full.output.fail(bug);
  expect(full.printed.err).toContain('output.test.ts');
});

test('uses colours only on a terminal, and respects NO_COLOR', () => {
  const painted = (settings: Parameters<typeof outputs>[0]) => outputs(settings).output.paint('red', 'x');
  expect(painted({ isTTY: true })).toBe('\x1b[31mx\x1b[0m');
  expect(painted({ isTTY: false })).toBe('x');
  expect(painted({ isTTY: true, env: { NO_COLOR: '1' } })).toBe('x');
  expect(painted({ isTTY: true, env: { TERM: 'dumb' } })).toBe('x');
});
