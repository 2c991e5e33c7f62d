/** Finds the symbol that a capability starts from, by name and path or by a handle. Throws if none or several match. */
import { CodedError, pointingToSearch, type Remedy } from '../../errors.ts';
import type { SymbolKind } from '../../model.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { identity } from '../resolve/calls/resolve-site.ts';
import { definitionWarnings } from '../resolve/symbols/unindexed-definitions.ts';
import { isTopLevelCode, lengthened } from '../shapes/symbol-ids.ts';
import type { RefView } from '../view/ref-view.ts';
import { candidateShape } from './candidate-shape.ts';
import { definitionsAmong } from './definitions.ts';
import { findByHandle } from './find-by-handle.ts';
import { findExactly, findExactlyIn } from './find-by-name.ts';
import { namedInFile, pathMeant } from './find-file.ts';
import { inheritedMember } from './inherited-member.ts';
import { nearNames } from './near-names.ts';
import { byPath, candidatesNamed, closestCandidates, type SymbolCandidate, wholeSymbols } from './symbol-candidates.ts';
import { type Handle, readHandle } from './written/symbol-handle.ts';
import { readName } from './written/written-name.ts';

/** Candidates listed in an error. */
const maxCandidates = 10;
const maxSuggestions = 5;
/** Names among which those of the meant type come first. */
const maxNear = 10;

/** Returns the advice for an ambiguous name, or undefined for the default advice to pass a path. */
type Instead = (found: readonly Pick<SymbolRecord, 'language'>[]) => Remedy | undefined;

/**
 * Returns the symbols with the name in one file, in file order (overloads, a struct and its impls); for a handle, the
 * symbol and then its other declarations. Throws `ambiguous_symbol` if several files define the name, unless a path is
 * given. A header only declares what another file defines. Symbols of the preferred kinds, if any, hide the others.
 */
export async function findAnchors(
  view: RefView,
  name: string,
  path: string | undefined,
  insteadOf?: Instead,
  preferred?: ReadonlySet<SymbolKind>,
): Promise<[SymbolRecord, ...SymbolRecord[]]> {
  const wanted = path === undefined ? undefined : await pathMeant(view, path);
  const handle = readHandle(name);
  if (handle !== undefined) return anchorsOfHandle(view, handle, wanted);
  const inFile = wanted === undefined ? await namedInFile(view, name) : undefined;
  if (inFile !== undefined) return findAnchors(view, inFile.name, inFile.path, insteadOf, preferred);
  const found =
    wanted === undefined
      ? await anchorsAnywhere(view, name, insteadOf, preferred)
      : await findExactlyIn(view, name, wanted);
  const meant = found.length === 0 && wanted === undefined ? await inheritedMember(view, name) : found;
  const [first, ...others] = meant;
  if (first === undefined) throw await symbolNotFound(view, name, wanted);
  return [first, ...others];
}

async function anchorsOfHandle(
  view: RefView,
  handle: Handle,
  path: string | undefined,
): Promise<[SymbolRecord, ...SymbolRecord[]]> {
  const found = await findByHandle(view, handle);
  const [meant, ...others] = path === undefined ? found : found.filter((symbol) => symbol.path === path);
  if (meant === undefined) throw notInPath(view, handle, found, path as string);
  if (others.length > 0) throw sharedStableId(view, handle, found);
  const file = isTopLevelCode(meant) ? undefined : (await view.files()).byId(meant.versionId);
  const declared = file === undefined ? [] : await view.store.symbolsNamedIn(file, meant.name);
  return [meant, ...declared.filter((symbol) => symbol.id !== meant.id && identity(symbol) === identity(meant))];
}

async function anchorsAnywhere(
  view: RefView,
  name: string,
  insteadOf: Instead | undefined,
  preferred: ReadonlySet<SymbolKind> | undefined,
): Promise<readonly SymbolRecord[]> {
  const all = await byPath(view, await findExactly(view, name));
  const fitting = preferred === undefined ? all : all.filter(({ kind }) => preferred.has(kind));
  const found = fitting.length > 0 ? fitting : all;
  if (isOneFile(found)) return wholeSymbols(view, found);
  // An impl block belongs to the type of its name.
  const candidates = (await definitionsAmong({ view, candidates: found })).filter(({ kind }) => kind !== 'impl');
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

/** Whether an error says that a ref has no such symbol, rather than that the request is wrong. */
export function isAbsence({ code }: CodedError): boolean {
  return code === 'symbol_not_found' || code === 'file_not_found' || code === 'range_out_of_file';
}

/** The most likely anchor: the first that is not an impl block. */
export function likeliestAnchor(anchors: readonly [SymbolRecord, ...SymbolRecord[]]): SymbolRecord {
  return anchors.find((symbol) => symbol.kind !== 'impl') ?? anchors[0];
}

function isOneFile(candidates: readonly SymbolCandidate[]): boolean {
  return candidates.every(({ versionId }) => versionId === candidates[0]?.versionId);
}

function notInPath(view: RefView, { written }: Handle, found: readonly SymbolRecord[], path: string): CodedError {
  const [first] = found;
  return new CodedError('symbol_not_found', `${written} refers to a symbol in ${first?.path}, not in ${path}.`, {
    remediation: 'Omit the path.',
    data: { candidates: found.slice(0, maxCandidates).map((symbol) => candidateShape(view, symbol)) },
  });
}

/** Symbols of the same name in files without a module share a stable id; each candidate has a longer one. */
function sharedStableId(view: RefView, { written }: Handle, found: readonly SymbolRecord[]): CodedError {
  const listed = found.slice(0, maxCandidates);
  return new CodedError('ambiguous_symbol', `${found.length} symbols on ${view.ref.name} have the id ${written}.`, {
    data: {
      candidates: listed.map((symbol) => ({
        ...candidateShape(view, symbol),
        symbol_stable_id: lengthened(view.projectId, symbol),
      })),
      total_candidates: found.length,
    },
  });
}

async function symbolNotFound(view: RefView, name: string, path: string | undefined): Promise<CodedError> {
  const elsewhere = path === undefined ? [] : await byPath(view, await findExactly(view, name));
  const where = path === undefined ? '' : ` in ${path}`;
  const files = path === undefined ? {} : { files: { admits: (file: { path: string }) => file.path === path } };
  const missing = await definitionWarnings(view, { written: name, isKnown: false, ...files });
  const message = [`No symbol is named ${name}${where} on ${view.ref.name}.`, ...missing].join(' ');
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
  const near = await nearNamesOf(view, name);
  if (near.length === 0) return new CodedError('symbol_not_found', message);
  return new CodedError('symbol_not_found', message, {
    remediation: pointingToSearch((search) => `Did you mean ${near.join(', ')}? Otherwise try ${search}.`),
    data: { suggestions: near },
  });
}

/** `Engine.ServHTTP`: first the names that an `Engine` has. */
async function nearNamesOf(view: RefView, written: string): Promise<string[]> {
  const near = await nearNames(view, written, maxNear);
  const { qualifiers } = readName(written);
  const parent = qualifiers.slice(-1);
  const inside: string[] = [];
  for (const name of parent.length === 0 ? [] : near) {
    if ((await closestCandidates(view, await candidatesNamed(view, name), parent)).length > 0) inside.push(name);
  }
  return [...new Set([...inside, ...near])].slice(0, maxSuggestions);
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
      ...choiceOf(paths, remediation),
      data: { candidates: listed.map((symbol) => candidateShape(view, symbol)), total_candidates: paths.length },
    },
  );
}

/** What to do about several symbols. A path does not choose between those of one file. */
export function choiceOf(paths: readonly string[], instead?: Remedy): { remediation?: Remedy } {
  if (instead !== undefined) return { remediation: instead };
  if (paths.some((path) => path !== paths[0])) return {};
  return {
    remediation: {
      agent: 'Call again with the "symbol_id" or path:line of the one you mean as the name.',
      cli: 'Run it again with PATH:LINE of the one you mean as the name.',
    },
  };
}

/** Selects the symbols listed in an error: one per file first, so that every file can be chosen. */
function listable<Symbol>(symbols: readonly Symbol[], pathOf: (symbol: Symbol) => string): Symbol[] {
  const seen = new Set<string>();
  const [firsts, others]: [Symbol[], Symbol[]] = [[], []];
  for (const symbol of symbols) {
    if (firsts.length === maxCandidates) break;
    const path = pathOf(symbol);
    (seen.has(path) ? others : firsts).push(symbol);
    seen.add(path);
  }
  return [...firsts, ...others].slice(0, maxCandidates);
}
