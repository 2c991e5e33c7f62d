/** Facts and publications for the test suites of the store. */
import { type FileFacts, type JobProgress, noProgress, type SymbolFact } from '../../src/model.ts';
import { encodeFacts } from '../../src/store/codec/encode-facts.ts';
import type { FileVersion, JobStart, JobWriter, Publication, RefRecord, Store } from '../../src/store/store.ts';

export const progress: JobProgress = { ...noProgress, stage: 'parsing', filesTotal: 1, percentage: 50 };

/** Every field differs from its default, so that the test fails if one is not stored or not read back. */
export const fullSymbol: Required<SymbolFact> = {
  name: 'Auth',
  kind: 'class',
  parent: -1,
  scope: 'Outer',
  place: 2,
  blockStart: 3,
  blockEnd: 12,
  stableId: '0123456789abcdef',
  signature: 'export class Auth',
  visibility: 'internal',
  modifier: 'export',
  doc: 'Checks\ntokens.',
  lineStart: 4,
  lineEnd: 9,
};

export const richFacts: Partial<FileFacts['syntax']> = {
  outcome: 'recovered',
  module: 'src.auth',
  symbols: [
    fullSymbol,
    { ...symbol('check'), kind: 'method', parent: 0, scope: 'Auth', visibility: 'private', place: 1, lineStart: 2 },
  ],
  imports: [
    { source: './store', name: 'Store', alias: 'S', reexport: true, lineStart: 1, lineEnd: 1, within: -1 },
    { source: 'node:fs', reexport: false, lineStart: 2, lineEnd: 3, within: 1 },
  ],
  references: [
    { name: 'Store', kind: 'construct', line: 2, within: 1, args: 0 },
    { name: 'save', kind: 'call', line: 5, within: 1, receiver: 'this.größe', args: 300 },
    { name: 'Store', kind: 'type', line: 400, within: 0 },
    { name: 'Base', kind: 'inherit', line: 70_000, within: -1 },
  ],
};

export function symbol(name: string): SymbolFact {
  return {
    name,
    kind: 'fn',
    parent: -1,
    scope: '',
    place: 0,
    stableId: '00000000000000aa',
    signature: `function ${name}()`,
    visibility: 'public',
    lineStart: 1,
    lineEnd: 3,
  };
}

export function fileFacts(
  path: string,
  hash: string,
  syntax: Partial<FileFacts['syntax']> = {},
  text = 'text\n',
): FileFacts {
  const empty = { outcome: 'parsed' as const, module: '', symbols: [], imports: [], references: [], bindings: [] };
  const byteLength = Buffer.byteLength(text);
  return { path, hash, byteLength, language: 'typescript', labels: ['test'], text, syntax: { ...empty, ...syntax } };
}

export function start(ref: string): JobStart {
  return { ref, operation: 'index', force: false };
}

export async function publication(writer: JobWriter, ref: string, files: readonly FileFacts[]): Promise<Publication> {
  const ids = await writer.versionIds(files);
  const versions = files.map(({ path }, at) => ({ path, id: ids[at] as number }));
  return { ref, commit: 'c0ffee', source: 'worktree', root: '/r', rules: 'all files', versions, skipped: [], progress };
}

export async function publish(store: Store, ref: string, files: readonly FileFacts[]): Promise<RefRecord> {
  const writer: JobWriter = await store.beginJob(start(ref));
  const known = await writer.versionIds(files);
  await writer.write(
    files.filter((_, at) => known[at] === undefined).map((facts) => encodeFacts(facts)),
    [],
    '/r',
  );
  await writer.prepareToPublish();
  const { ref: published } = await writer.publish(await publication(writer, ref, files));
  await writer.release();
  return published;
}

export async function found(store: Store, refName: string, name: string): Promise<string[]> {
  const ref = (await store.ref(refName)) as RefRecord;
  return (await store.symbolsNamed(ref, name)).map((each) => `${each.path}:${each.lineStart}`);
}

export async function filesHolding(store: Store, ref: RefRecord, word: string): Promise<string[]> {
  const ids = await store.holders('text', [word], 100);
  const holds = ({ firstChunk, chunkCount }: FileVersion) =>
    ids.some((id) => id >= firstChunk && id < firstChunk + chunkCount);
  return (await store.files(ref)).filter(holds).map(({ path }) => path);
}
