/** Questions about what an operation changed, each with the answer that is right, which the oracle knows. */
import type { Random } from '../random.ts';
import type { Answer } from '../serve-fixture.ts';
import type { Definition, Oracle } from './edited-repository.ts';

export interface Question {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The right answer in short, `path:line` of each place or `missing`, by what the oracle knows when it is called. */
  expected(): string;
  /** The given answer in the same form. */
  read(answer: Answer): string;
}

/** What the working tree defines at one time. */
export interface Snapshot {
  readonly byName: ReadonlyMap<string, readonly Definition[]>;
  readonly byPath: ReadonlyMap<string, string>;
}

export function snapshotOf(oracle: Oracle): Snapshot {
  const byPath = oracle.paths.map((path) => [path, places(oracle.definitionsIn(path) ?? [])] as const);
  return { byName: oracle.byName, byPath: new Map(byPath) };
}

/**
 * Returns questions to ask right after an operation, before the oracle has looked at the disk: about the functions that
 * it wrote, and about those that were in the files it touched.
 */
export function firstQuestions(
  oracle: Oracle,
  written: readonly string[],
  touched: readonly string[],
  random: Random,
): Question[] {
  const before = touched.flatMap((path) => oracle.definitionsIn(path) ?? []);
  const names = [...written, ...before.map(({ name }) => name)];
  const name = names.length > 0 ? random.pick(names) : random.pick([...oracle.byName.keys()]);
  const path = before.length > 0 ? random.pick(before).path : random.pick(oracle.paths);
  const helper = before.find(({ callee }) => callee === undefined)?.name ?? name;
  return [locate(oracle, name), search(oracle, name), outline(oracle, path), callers(oracle, helper)];
}

/** Returns a few questions whose answers the change affects; one about anything if it affects none. */
export function questionsAbout(oracle: Oracle, before: Snapshot, after: Snapshot, random: Random): Question[] {
  const names = new Set([...before.byName.keys(), ...after.byName.keys()]);
  const placesIn = ({ byName }: Snapshot, name: string) => places(byName.get(name) ?? []);
  const changed = [...names].filter((name) => placesIn(before, name) !== placesIn(after, name));
  const present = changed.filter((name) => after.byName.has(name));
  const gone = changed.filter((name) => !after.byName.has(name));
  const paths = [...new Set([...before.byPath.keys(), ...after.byPath.keys()])].filter(
    (path) => before.byPath.get(path) !== after.byPath.get(path),
  );
  const questions = [
    ...some(present, 2, random).map((name) => locate(oracle, name)),
    ...some(present, 1, random).map((name) => search(oracle, name)),
    ...some(gone, 1, random).map((name) => locate(oracle, name)),
    ...some(gone, 1, random).map((name) => search(oracle, name)),
    ...some(paths, 1, random).map((path) => outline(oracle, path)),
    ...some(helpersOf(present, after), 1, random).map((name) => callers(oracle, name)),
    ...some(helpersOf(gone, before), 1, random).map((name) => callers(oracle, name)),
  ];
  return questions.length > 0 ? questions : [locate(oracle, random.pick([...after.byName.keys()]))];
}

function helpersOf(names: readonly string[], { byName }: Snapshot): string[] {
  const callees = names.flatMap((name) => (byName.get(name) ?? []).flatMap(({ callee }) => callee ?? []));
  return [...new Set(callees)];
}

function locate(oracle: Oracle, name: string): Question {
  return {
    tool: 'locate_symbol',
    args: { name },
    expected: () => places(oracle.byName.get(name) ?? []),
    read: ({ body }) => places(named(body.results ?? [], name)),
  };
}

function search(oracle: Oracle, name: string): Question {
  return { ...locate(oracle, name), tool: 'search_code', args: { query: name } };
}

function outline(oracle: Oracle, path: string): Question {
  return {
    tool: 'get_file_outline',
    args: { path },
    expected: () => {
      const definitions = oracle.definitionsIn(path);
      return definitions === undefined ? 'missing' : namesAndPlaces(definitions);
    },
    read: ({ body }) => {
      if (body.error?.code === 'file_not_found') return 'missing';
      return namesAndPlaces(toDefinitions(body.symbols ?? [], path).filter(({ name }) => name !== 'main'));
    },
  };
}

/** Only callers in the file of the callee count. Another file may have its copy, from which git or a rename made two. */
function callers(oracle: Oracle, name: string): Question {
  return {
    tool: 'get_call_graph',
    args: { symbol_name: name, direction: 'callers', limit: 200 },
    expected: () => {
      const [callee, ...others] = oracle.byName.get(name) ?? [];
      if (callee === undefined) return 'missing';
      if (others.length > 0) return 'ambiguous';
      const definitions = oracle.definitionsIn(callee.path) ?? [];
      return namesAndPlaces(definitions.filter((each) => each.callee === name));
    },
    read: ({ body }) => {
      if (body.error?.code === 'symbol_not_found') return 'missing';
      if (body.error?.code === 'ambiguous_symbol') return 'ambiguous';
      const edges: { symbol: Found }[] = body.callers ?? [];
      const calling = toDefinitions(edges.map(({ symbol }) => symbol));
      return namesAndPlaces(calling.filter(({ path }) => path === body.symbol?.path));
    },
  };
}

/** A symbol in an answer. */
interface Found {
  readonly name?: string;
  readonly path?: string;
  readonly line_start?: number;
}

/** Answers may have similar names too, which are neither right nor wrong. */
function named(results: readonly Found[], wanted: string): Definition[] {
  return toDefinitions(results).filter(({ name }) => name === wanted);
}

function toDefinitions(found: readonly Found[], inside = ''): Definition[] {
  return found.map(({ name = '', path = inside, line_start: line = 0 }) => ({ name, path, line }));
}

function places(definitions: readonly Definition[]): string {
  return definitions.length === 0 ? 'missing' : sorted(definitions.map(({ path, line }) => `${path}:${line}`));
}

function namesAndPlaces(definitions: readonly Definition[]): string {
  return sorted(definitions.map(({ name, path, line }) => `${name} ${path}:${line}`));
}

function sorted(lines: readonly string[]): string {
  return [...lines].sort().join(', ');
}

function some<Item>(items: readonly Item[], count: number, random: Random): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, () => random.pick(items));
}
