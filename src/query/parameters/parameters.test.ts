import { describe, expect, test } from 'vitest';
import { CodedError } from '../../errors.ts';
import { type ParameterTable, readParameters, schemaOf } from './parameters.ts';

const table = {
  name: { type: 'text', role: 'symbol', required: true, maxLength: 10, description: 'n' },
  ref: { type: 'text', role: 'ref', maxLength: 10, description: 'r' },
  limit: { type: 'integer', default: 10, min: 1, max: 100, description: 'l' },
  compact: { type: 'flag', default: false, description: 'c' },
  kind: { type: 'choice', values: ['fn', 'class'], aliases: { function: 'fn' }, description: 'k' },
  strategy: { type: 'choice', values: ['a', 'b'], default: 'a', code: 'invalid_strategy', description: 's' },
  previous: { type: 'object', description: 'p' },
  kinds: { type: 'list', values: ['call', 'read'], maxItems: 2, maxLength: 10, description: 'ks' },
  within: { type: 'list', maxItems: 3, maxLength: 10, description: 'w' },
} as const satisfies ParameterTable;

describe('parameters', () => {
  test('get their defaults', () => {
    expect(readParameters(table, { name: 'x' }).values).toEqual({
      name: 'x',
      ref: undefined,
      limit: 10,
      compact: false,
      kind: undefined,
      strategy: 'a',
      previous: undefined,
      kinds: undefined,
      within: undefined,
    });
  });

  test('accept aliases of a choice, and treat null as absent', () => {
    const { values } = readParameters(table, { name: 'x', kind: 'function', ref: null });
    expect(values).toMatchObject({ kind: 'fn', ref: undefined });
  });

  test('accept a list as an array or as one string, each item once', () => {
    const kindsOf = (kinds: unknown) => readParameters(table, { name: 'x', kinds }).values.kinds;
    expect(kindsOf(['read', 'read'])).toEqual(['read']);
    expect(kindsOf('call, read')).toEqual(['call', 'read']);
    const withinOf = (within: unknown) => readParameters(table, { name: 'x', within }).values.within;
    expect(withinOf(['a/b', '!c'])).toEqual(['a/b', '!c']);
    // A path may contain a comma.
    expect(withinOf('a,b')).toEqual(['a,b']);
  });

  test('are clamped with a warning above their maximum', () => {
    const { values, warnings } = readParameters(table, { name: 'x', limit: 1e9 });
    expect(values.limit).toBe(100);
    expect(warnings).toEqual(['"limit" was clamped from 1000000000 to its maximum, 100.']);
  });

  test('are ignored with a warning if they are unknown', () => {
    expect(readParameters(table, { name: 'x', nmae: 1 }).warnings).toEqual([
      'The parameter "nmae" is unknown and was ignored.',
    ]);
  });

  test('become a schema', () => {
    expect(schemaOf(table)).toMatchObject({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        limit: { type: 'integer', default: 10, minimum: 1, maximum: 100 },
        kind: { type: 'string', enum: ['fn', 'class'] },
        compact: { type: 'boolean' },
        previous: { type: 'object' },
        kinds: { type: 'array', items: { type: 'string', enum: ['call', 'read'] } },
        within: { type: 'array', items: { type: 'string' } },
      },
    });
  });

  test('names the first unknown parameters, and counts the others', () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`u${at}`, at]));
    const { warnings } = readParameters(table, { name: 'x', ...unknown });
    expect(warnings).toHaveLength(11);
    expect(warnings.at(-1)).toBe('990 more parameters are unknown and were ignored.');
  });

  function refuses(sent: unknown, message: RegExp, code = 'invalid_input'): void {
    test(`are rejected: ${JSON.stringify(sent)}`, () => {
      let thrown: unknown;
      try {
        readParameters(table, sent);
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(CodedError);
      expect((thrown as CodedError).code).toBe(code);
      expect((thrown as CodedError).message).toMatch(message);
    });
  }

  refuses({}, /"name" is missing\.$/);
  refuses({ nmae: 'x' }, /"name" is missing\. The parameter "nmae" is unknown and was ignored\.$/);
  refuses({ name: 7 }, /"name" must be a string/);
  refuses({ name: '  ' }, /"name" must not be empty/);
  refuses({ name: 'x'.repeat(11) }, /"name" is 11 characters long; the maximum is 10/);
  refuses({ name: 'x', limit: 0 }, /"limit" must be at least 1, not 0/);
  refuses({ name: 'x', limit: 1.5 }, /"limit" must be a whole number/);
  refuses({ name: 'x', limit: '5' }, /"limit" must be a whole number/);
  refuses({ name: 'x', compact: 'yes' }, /"compact" must be true or false/);
  refuses({ name: 'x', kind: 'thing' }, /"kind" must be one of fn, class, not "thing"/);
  refuses({ name: 'x', kind: 'toString' }, /"kind" must be one of/);
  refuses({ name: 'x', strategy: 'deep' }, /"strategy" must be one of/, 'invalid_strategy');
  refuses({ name: 'x', previous: [] }, /"previous" must be an object/);
  refuses([], /"arguments" must be an object/);
  refuses('name', /"arguments" must be an object/);
});
