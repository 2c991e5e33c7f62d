/** Finds the symbol that a capability starts from, by name and path. Throws if none or several match. */
import { CodedError, pointingToSearch, type Remedy } from '../../errors.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { qualifiedName } from '../shapes/symbol-ids.ts';
import { locationShape } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';
import { definitionsAmong } from './definitions.ts';
import { findExactly, findExactlyIn } from './find-by-name.ts';
import { normalPath } from './find-file.ts';
import { nearNames } from './near-names.ts';
import { byPath, type SymbolCandidate, wholeSymbols, withScopes } from './symbol-candidates.ts';

/** Candidates listed in an error. */
const maxCandidates = 10;
const maxSuggestions = 5;

/** Returns the advice for an ambiguous name, or undefined for the default advice to pass a path. */
type Instead = (found: readonly Pick<SymbolRecord, 'language'>[]) => Remedy | undefined;

/**
 * Returns the symbols with the name in one file, in file order (overloads, a struct and its impls). Throws
 * `ambiguous_symbol` if several files have the name, unless a path is given or only one of them has the definition.
 */
export async function findAnchors(
  view: RefView,
  name: string,
  path: string | undefined,
  insteadOf?: Instead,
): Promise<[SymbolRecord, ...SymbolRecord[]]> {
  const wanted = path === undefined ? undefined : normalPath(path, view.ref.root);
  const found =
    wanted === undefined ? await anchorsAnywhere(view, name, insteadOf) : await findExactlyIn(view, name, wanted);
  const [first, ...others] = found;
  if (first === undefined) throw await symbolNotFound(view, name, wanted);
  return [first, ...others];
}

async function anchorsAnywhere(
  view: RefView,
  name: string,
  insteadOf: Instead | undefined,
): Promise<readonly SymbolRecord[]> {
  const found = byPath(await findExactly(view, name));
  if (isOneFile(found)) return wholeSymbols(view, found);
  const defining = definitionsAmong(await withScopes(view, found)).filter(({ kind }) => kind !== 'impl');
  const candidates = defining.map(({ candidate }) => candidate);
  const [definition] = candidates;
  if (definition !== undefined && isOneFile(candidates)) {
    return wholeSymbols(
      view,
      found.filter(({ versionId }) => versionId === definition.versionId),
    );
  }
  const files = found.map(({ file }) => file);
  const listed = await wholeSymbols(
    view,
    listable(found, ({ file }) => file.path),
  );
  throw ambiguousAmong(
    view,
    name,
    files.map(({ path }) => path),
    listed,
    insteadOf?.(files),
  );
}

/** The most likely anchor: the first that is not an impl block. */
export function likeliestAnchor(anchors: readonly [SymbolRecord, ...SymbolRecord[]]): SymbolRecord {
  return anchors.find((symbol) => symbol.kind !== 'impl') ?? anchors[0];
}

function isOneFile(candidates: readonly SymbolCandidate[]): boolean {
  return candidates.every(({ versionId }) => versionId === candidates[0]?.versionId);
}

async function symbolNotFound(view: RefView, name: string, path: string | undefined): Promise<CodedError> {
  const elsewhere = path === undefined ? [] : byPath(await findExactly(view, name));
  const where = path === undefined ? '' : ` in ${path}`;
  const message = `No symbol is named ${name}${where} on ${view.ref.name}.`;
  if (elsewhere.length > 0) {
    const paths = [...new Set(elsewhere.map(({ file }) => file.path))];
    const listed = await wholeSymbols(
      view,
      listable(elsewhere, ({ file }) => file.path),
    );
    return new CodedError('symbol_not_found', message, {
      remediation: `Omit the path, or use one of: ${paths.slice(0, maxCandidates).join(', ')}.`,
      data: { candidates: listed.map((symbol) => candidateShape(view, symbol)) },
    });
  }
  const near = await nearNames(view, name, maxSuggestions);
  if (near.length === 0) return new CodedError('symbol_not_found', message);
  return new CodedError('symbol_not_found', message, {
    remediation: pointingToSearch((search) => `Did you mean ${near.join(', ')}? Otherwise try ${search}.`),
    data: { suggestions: near },
  });
}

export function ambiguous(
  view: RefView,
  name: string,
  found: readonly SymbolRecord[],
  remediation?: Remedy,
): CodedError {
  const listed = listable(found, ({ path }) => path);
  return ambiguousAmong(
    view,
    name,
    found.map(({ path }) => path),
    listed,
    remediation,
  );
}

/** `paths` has one entry per matching symbol; only the `listed` symbols appear in the error. */
function ambiguousAmong(
  view: RefView,
  name: string,
  paths: readonly string[],
  listed: readonly SymbolRecord[],
  remediation: Remedy | undefined,
): CodedError {
  const files = new Set(paths).size;
  const where = files === 1 ? 'one file' : `${files} files`;
  return new CodedError(
    'ambiguous_symbol',
    `${paths.length} symbols in ${where} are named ${name} on ${view.ref.name}.`,
    {
      ...(remediation === undefined ? {} : { remediation }),
      data: { candidates: listed.map((symbol) => candidateShape(view, symbol)), total_candidates: paths.length },
    },
  );
}

/** Selects the symbols listed in an error: one per file first, so that every file can be chosen. */
function listable<Symbol>(symbols: readonly Symbol[], pathOf: (symbol: Symbol) => string): Symbol[] {
  const seen = new Set<string>();
  const [firsts, others]: [Symbol[], Symbol[]] = [[], []];
  for (const symbol of symbols) {
    const path = pathOf(symbol);
    (seen.has(path) ? others : firsts).push(symbol);
    seen.add(path);
  }
  return [...firsts, ...others].slice(0, maxCandidates);
}

function candidateShape(view: RefView, symbol: SymbolRecord) {
  return { ...locationShape(view, symbol), qualified_name: qualifiedName(symbol), signature: symbol.signature };
}
