/** A grammar with its compiled query, loaded once per thread. */
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { Parser, Query, Language as TreeSitterLanguage } from 'web-tree-sitter';
import type { Language } from '../../languages/language.ts';
import { languages } from '../../languages/languages.ts';
import { programFile } from '../../program-files.ts';

export interface Grammar {
  readonly parser: Parser;
  readonly query: Query;
}

const resolve = createRequire(import.meta.url).resolve;
const parsers = new Map<string, Promise<LoadedParser>>();
const queries = new Map<string, Query>();
let runtime: Promise<void> | undefined;

interface LoadedParser {
  readonly parser: Parser;
  readonly grammar: TreeSitterLanguage;
}

/** What is extracted from a text: everything, or only symbols and imports, which takes half the time. */
export type Extent = 'all' | 'symbols';

export async function loadGrammar(language: Language, extent: Extent = 'all'): Promise<Grammar> {
  let loaded = parsers.get(language.name);
  if (loaded === undefined) {
    loaded = load(language);
    parsers.set(language.name, loaded);
  }
  const { parser, grammar } = await loaded;
  return { parser, query: queryOf(language, grammar, extent) };
}

async function load(language: Language): Promise<LoadedParser> {
  // Its failures are thrown as well, so its lines on stderr are dropped.
  runtime ??= Parser.init({ wasmMemory: parserMemory(), printErr: () => {} });
  await runtime;
  const grammar = await TreeSitterLanguage.load(await readFile(grammarFile(language)));
  const parser = new Parser();
  parser.setLanguage(grammar);
  return { parser, grammar };
}

/** Loads the grammar of a language ahead of its first text. A failure is reported when a text is parsed. */
export async function prepareLanguage(name: string, extent?: Extent): Promise<void> {
  const language = languages.find((row) => row.name === name);
  if (language !== undefined) await loadGrammar(language, extent).catch(() => {});
}

/** Whether the file of the grammar is installed. Does not load it. */
export function hasGrammar(language: Language): boolean {
  return existsSync(grammarFile(language));
}

function grammarFile(language: Language): string {
  const folder = join(dirname(resolve('@vscode/tree-sitter-wasm/package.json')), 'wasm');
  return join(folder, `tree-sitter-${language.grammar}.wasm`);
}

/**
 * Shares queries between dialects of a grammar: compiling a query takes longer than parsing many files. The sources of
 * a language are read once.
 */
function queryOf(language: Language, grammar: TreeSitterLanguage, extent: Extent): Query {
  const row = `${language.name} ${extent}`;
  const source = sources.get(row) ?? querySource(language, extent);
  sources.set(row, source);
  const key = `${language.grammar}\n${source}`;
  const query = queries.get(key) ?? new Query(grammar, source);
  queries.set(key, query);
  return query;
}

const sources = new Map<string, string>();

/** Joins the queries of a language into one, because one walk over the tree costs less than three. */
export function querySource(language: Language, extent: Extent = 'all'): string {
  return language.queries
    .filter((file) => extent === 'all' || !referenceFile.test(file))
    .map((file) => readFileSync(resolvePath(programFile('languages'), file), 'utf8'))
    .join('\n');
}

/** The query files that capture only references and bindings. */
const referenceFile = /(?:^|[\\/])references\.scm$/;

/**
 * The WebAssembly memory of this thread's parser. It grows with the largest tree and never shrinks, and the limits of
 * the thread do not include it. So it has its own limit, and its size can be queried.
 */
interface Memory {
  readonly buffer: ArrayBuffer;
}
declare const WebAssembly: { Memory: new (limits: { initial: number; maximum: number }) => Memory };

const pageBytes = 65_536;
const initialPages = 512;

/** Real sources of a megabyte need 40 MB. */
let maxPages = 2_048;
let memory: Memory | undefined;

/** Must be called before the first grammar is loaded. */
export function limitParserMemory(maxBytes: number): void {
  if (memory !== undefined) throw new Error('The memory of the parser is already allocated.');
  maxPages = Math.max(initialPages, Math.floor(maxBytes / pageBytes));
}

function parserMemory(): Memory {
  memory ??= new WebAssembly.Memory({ initial: initialPages, maximum: maxPages });
  return memory;
}

/** Returns the current size of the memory. */
export function parserMemoryBytes(): number {
  return memory?.buffer.byteLength ?? 0;
}

/** Whether a failed parser ran out of memory. It grows by a fifth at a time, so it fails below the limit. */
export function isParserMemorySpent(): boolean {
  return parserMemoryBytes() > 0.75 * maxPages * pageBytes;
}
