/** The table of tools, and invalid values for every parameter of every tool. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Service } from '../../src/project/service.ts';
import type { ParameterRow } from '../../src/query/parameters/parameters.ts';
import { callTool } from '../../src/serve/tools/call-tool.ts';
import { toolList, toolNamed, tools } from '../../src/serve/tools/tools.ts';
import { parametersOf } from '../support/sample-requests.ts';
import { createFixture, type Fixture } from '../support/serve-fixture.ts';

let fixture: Fixture;
let service: Service;

beforeAll(async () => {
  fixture = await createFixture({ indexed: true });
  service = await Service.open({
    home: fixture.home,
    version: '0.0.0',
    settings: { 'query.freshness_policy': ['best_effort'] },
    workspaces: [fixture.repository.root],
    currentFolder: fixture.base,
    autoRegister: false,
    format: 'json',
    tools: ['all'],
    maxAutoWorkspaces: 1,
    warmsetCapacity: 1,
    parent: process.ppid,
    startedAtMs: Date.now(),
    entered: [],
    onEntered: () => {},
    onJob: () => {},
    onJobEnd: () => {},
    debug: false,
    log: () => {},
  });
});
afterAll(async () => {
  await service?.close();
  fixture?.remove();
});

test('the tool list stays under 4,000 tokens', () => {
  expect(countTokens(JSON.stringify(toolList()))).toBeLessThan(4_000);
});

interface Wrong {
  readonly value: unknown;
  readonly says: RegExp;
  readonly code?: string;
}

/** Invalid values for each type of parameter. */
const wrongs: { readonly [Type in ParameterRow['type']]: (row: never) => readonly Wrong[] } = {
  text: ({ maxLength }: { maxLength: number }) => [
    { value: 5, says: /must be a string/ },
    { value: ['a'], says: /must be a string, not an array/ },
    { value: {}, says: /must be a string/ },
    { value: '', says: /must not be empty/ },
    { value: '   ', says: /must not be empty/ },
    { value: 'x'.repeat(maxLength + 1), says: /characters long/ },
  ],
  integer: ({ min, code }: { min: number; code?: string }) => [
    { value: 'ten', says: /must be a whole number/ },
    { value: 1.5, says: /must be a whole number/ },
    { value: true, says: /must be a whole number/ },
    { value: min - 1, says: /must be at least/, ...(code === undefined ? {} : { code }) },
    { value: -1e15, says: /must be at least/, ...(code === undefined ? {} : { code }) },
  ],
  number: () => [
    { value: 'half', says: /must be a number/ },
    { value: -0.1, says: /must be at least/ },
  ],
  flag: () => [
    { value: 'yes', says: /must be true or false/ },
    { value: 1, says: /must be true or false/ },
  ],
  choice: ({ code }: { code?: string }) => [
    { value: 'sideways', says: /must be one of/, ...(code === undefined ? {} : { code }) },
    { value: 7, says: /must be a string/, ...(code === undefined ? {} : { code }) },
    { value: '__proto__', says: /must be one of/, ...(code === undefined ? {} : { code }) },
  ],
  list: ({ values, maxItems, maxLength }: { values?: readonly string[]; maxItems: number; maxLength: number }) => [
    { value: 5, says: /must be a list of strings/ },
    { value: {}, says: /must be a list of strings/ },
    { value: [], says: /must not be empty/ },
    { value: [5], says: /must contain only strings/ },
    { value: [' '], says: /must not contain an empty text/ },
    { value: Array(maxItems + 1).fill('x'), says: /items; the maximum is/ },
    { value: ['x'.repeat(maxLength + 1)], says: /characters; the maximum is/ },
    ...(values === undefined ? [] : [{ value: ['sideways'], says: /must contain only .*, not "sideways"/ }]),
  ],
  object: () => [
    { value: 'text', says: /must be an object/ },
    { value: [], says: /must be an object/ },
  ],
};

async function call(tool: string, args: unknown) {
  const row = toolNamed(tool);
  if (row === undefined) throw new Error(`There is no tool ${tool}.`);
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape of the answers
  return (await callTool(service, row, args)) as { isError: boolean; body: any };
}

describe.each(tools.map((row) => [row.name, row] as const))('%s', (name, row) => {
  // A tool that starts a job is called with invalid parameters only.
  const isSafe = row.annotations.readOnlyHint;
  const good = row.example as Readonly<Record<string, unknown>>;

  for (const [parameter, shape] of Object.entries(row.parameters)) {
    const cases = wrongs[shape.type](shape as never).map((wrong) => [JSON.stringify(wrong.value)?.slice(0, 40), wrong]);
    test.each(cases as [string, Wrong][])(`refuses ${parameter}: %s`, async (_, { value, says, code }) => {
      const { isError, body } = await call(name, { ...good, [parameter]: value });
      expect(isError).toBe(true);
      expect(body.error.code).toBe(code ?? 'invalid_input');
      expect(body.error.message).toMatch(says);
      expect(body.error.message).toContain(`"${parameter}"`);
      expect(body.error.data.remediation).toBeTruthy();
      expect(body.metadata.codecompass_protocol_version).toBe('1.0');
    });

    if ('required' in shape && shape.required) {
      test(`refuses a call without ${parameter}`, async () => {
        const { [parameter]: _, ...rest } = good;
        const { body } = await call(name, rest);
        expect(body.error).toMatchObject({ code: 'invalid_input', data: { parameter } });
        expect(body.error.message).toContain('is missing');
      });
    }

    if (isSafe && (shape.type === 'integer' || shape.type === 'number')) {
      test(`clamps ${parameter} with a warning`, async () => {
        const { isError, body } = await call(name, { ...good, [parameter]: 1e9 });
        expect(isError).toBe(false);
        expect(body.metadata.warnings).toContainEqual(expect.stringContaining(`"${parameter}" was clamped`));
      });
    }
  }

  test.each([[[]], ['text'], [5]])('refuses arguments that are %j', async (sent) => {
    const { body } = await call(name, sent);
    expect(body.error).toMatchObject({ code: 'invalid_input' });
  });

  if (isSafe) {
    test('ignores an unknown parameter with a warning', async () => {
      const { isError, body } = await call(name, { ...good, colour: 'red' });
      expect(isError, JSON.stringify(body)).toBe(false);
      expect(body.metadata.warnings).toContainEqual(expect.stringContaining('"colour" is unknown'));
    });

    test('treats null as an absent parameter', async () => {
      const { isError } = await call(name, { workspace: null, ...good });
      expect(isError).toBe(false);
    });
  }

  test('rejects a workspace that is unknown, a file, or not absolute', async () => {
    const check = async (workspace: string, code: string) => {
      const { body } = await call(name, { ...good, workspace });
      expect(body.error?.code, workspace).toBe(code);
      expect(body.error.message).toContain(workspace);
    };
    await check(`${fixture.base}/never`, 'workspace_not_registered');
    await check(fixture.base, 'workspace_not_registered');
    await check(fixture.repository.path('Cargo.toml'), 'invalid_input');
    await check('relative/path', 'invalid_input');
  });
});

describe('refs that are not indexed', () => {
  const cases: [string, Record<string, unknown>][] = [
    ...tools
      .filter(({ annotations }) => annotations.readOnlyHint)
      .flatMap((row) =>
        parametersOf(row, ['ref']).map((parameter): [string, Record<string, unknown>] => [
          row.name,
          { ...row.example, [parameter]: 'gone' },
        ]),
      ),
  ];
  test.each(cases)('%s refuses %j and names the call that indexes the ref', async (name, args) => {
    const { body } = await call(name, args);
    expect(body.error).toMatchObject({ code: 'ref_not_indexed', data: { ref: 'gone' } });
    expect(body.error.data.remediation).toContain('Call index_repo with "ref": "gone"');
  });
});
