import { expect, test } from 'vitest';
import { javascriptCalls } from '../javascript/calls.ts';
import { checkBases, checkOrigin, checkParts, checkType } from '../signatures.suite.ts';
import { usualSignatures } from '../signatures.ts';
import { usualTypeTexts } from '../type-texts.ts';
import { typescriptCalls } from './calls.ts';

const { signatures = usualSignatures, types = usualTypeTexts } = typescriptCalls;
const { signatures: untyped = usualSignatures } = javascriptCalls;

checkParts(
  signatures,
  'export async function get<T extends X>(a: Map<string, T>, b?: number, ...rest: T[]): Promise<T>',
  'get',
  'a:Map<string, T> b:number? rest…',
  'Promise<T>',
);
checkParts(signatures, 'private get(key = new Key()): void', 'get', 'key=new Key()?', 'void');
checkParts(signatures, 'export const run = async (x: Store): Promise<void>', 'run', 'x:Store', 'Promise<void>');
checkParts(signatures, 'const run = async x', 'run', 'x', '');
checkParts(signatures, 'function use({ a, b: c = 1 }: Options = {}, d: D)', 'use', 'a? c? d:D', '');
checkParts(untyped, 'run: function (a, b)', 'run', 'a b', '');
checkParts(untyped, 'app.use = function use(fn)', 'use', 'fn', '');

checkOrigin(signatures, 'private readonly store = new Store<K>()', 'store', '=new Store()');
checkOrigin(signatures, 'store?: Store | undefined', 'store', ':Store | undefined');
checkOrigin(signatures, 'export const store: Store = x', 'store', ':Store');

checkBases(signatures, 'export class Store<T extends X> extends Base<T, K> implements A, b.B<T>', 'Store', [
  'Base<T, K>',
  'A',
  'b.B<T>',
]);
checkBases(signatures, 'interface Store extends A, B', 'Store', ['A', 'B']);

checkType(types, 'Store | undefined', 'Store');
checkType(types, 'Promise<Store<T> | null>', 'Store');
checkType(types, 'A | B', undefined);
checkType(types, 'Store[]', undefined);
checkType(types, '() => Store', undefined);
checkType(types, '{ a: Store }', undefined);

test('an alias refers to the type after the equals sign', () => {
  expect(signatures.aliasedType('export type Store<T> = Base<T>', 'Store')).toBe('Base<T>');
});

test('elementOf returns the element type', () => {
  expect(types.elementOf('Store[]')).toBe('Store');
  expect(types.elementOf('Promise<Array<Store>>')).toBe('Store');
});
