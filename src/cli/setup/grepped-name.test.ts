import { expect, test } from 'vitest';
import { greppedName } from './grepped-name.ts';

function checkGrep(pattern: string, name: string | undefined): void {
  test(`the search tool with ${pattern} searches for ${name}`, () =>
    expect(greppedName({ tool_name: 'Grep', tool_input: { pattern } })).toBe(name));
}

checkGrep('parse_header', 'parse_header');
checkGrep('\\bparse_header\\(', 'parse_header');
checkGrep('def parse_header', 'parse_header');
checkGrep('class\\s+Store', 'Store');
checkGrep('parse_header|parse_body', undefined);
checkGrep('cannot parse header', undefined);
checkGrep('get', undefined);
checkGrep('parse_.*', undefined);

function checkShell(command: string, name: string | undefined): void {
  test(`${command} searches for ${name}`, () =>
    expect(greppedName({ tool_name: 'Bash', tool_input: { command } })).toBe(name));
}

checkShell('grep -rn parse_header src/', 'parse_header');
checkShell('cd src && rg -n --type py "def parse_header"', 'parse_header');
checkShell("git grep -e 'parse_header' -- '*.py'", 'parse_header');
checkShell('grep -A 3 --include "*.py" parse_header .', 'parse_header');
checkShell('make test 2>&1 | grep FAILED', undefined);
checkShell('npm test', undefined);

test('what is no call is no search', () => {
  for (const call of [null, 5, [], {}, { tool_name: 'Grep' }, { tool_name: 'Grep', tool_input: { pattern: 5 } }]) {
    expect(greppedName(call)).toBeUndefined();
  }
});
