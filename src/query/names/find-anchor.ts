/** Finds the one symbol that a capability starts from, by name and path, or says why it cannot tell. */
import { CodedError, choosePath, pointingToSearch, type Remedy } from '../../errors.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { qualifiedName } from '../shapes/symbol-ids.ts';
import { locationShape } from '../shapes/symbol-shape.ts';
import type { RefView } from '../view/ref-view.ts';
import { definitionsAmong } from './definitions.ts';
import { symbolsWritten, symbolsWrittenIn } from './name-match.ts';
import { nearNames } from './near-names.ts';
import { normalPath } from './normal-path.ts';

/** How many candidates an error lists. */
const maxCandidates = 10;

/**
 * The symbols that the name means in one file, in the order of the file (overloads, a struct and its impls). Several
 * files with the name are `ambiguous_symbol`, unless a path tells them apart or all but one of them only implement or
 * declare.
 */
export async function findAnchors(
  view: RefView,
  name: string,
  path: string | undefined,
  /** What to do instead of telling them apart, if that would lead nowhere. */
  insteadOf?: (found: readonly SymbolRecord[]) => Remedy | undefined,
): Promise<[SymbolRecord, ...SymbolRecord[]]> {
  const wanted = path === undefined ? undefined : normalPath(path, view.ref.root);
  const found = await (wanted === undefined ? symbolsWritten(view, name) : symbolsWrittenIn(view, name, wanted));
  const [first, ...others] = found;
  if (first === undefined) throw await symbolNotFound(view, name, wanted);
  if (isOneFile(found)) return [first, ...others];
  const defining = definitionsAmong(found).filter((symbol) => symbol.kind !== 'impl');
  const [definition] = defining;
  if (definition === undefined || !isOneFile(defining)) {
    throw ambiguous(view, name, found, insteadOf?.(found));
  }
  return found.filter((symbol) => symbol.path === definition.path) as [SymbolRecord, ...SymbolRecord[]];
}

/** The one that is meant most likely: the first that is more than an implementation. */
export function likeliestAnchor(anchors: readonly [SymbolRecord, ...SymbolRecord[]]): SymbolRecord {
  return anchors.find((symbol) => symbol.kind !== 'impl') ?? anchors[0];
}

function isOneFile(symbols: readonly SymbolRecord[]): boolean {
  return symbols.every((symbol) => symbol.path === symbols[0]?.path);
}

async function symbolNotFound(view: RefView, name: string, path: string | undefined): Promise<CodedError> {
  const elsewhere = path === undefined ? [] : await symbolsWritten(view, name);
  const place = path === undefined ? '' : ` in ${path}`;
  const message = `No symbol is called ${name}${place} on ${view.ref.name}.`;
  if (elsewhere.length > 0) {
    return new CodedError('symbol_not_found', message, {
      remediation: `Leave the path out, or give one of: ${[...new Set(elsewhere.map((symbol) => symbol.path))].slice(0, maxCandidates).join(', ')}.`,
      data: { candidates: candidates(view, elsewhere) },
    });
  }
  const near = await nearNames(view, name, 5);
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
  remediation = choosePath,
): CodedError {
  const files = new Set(found.map((symbol) => symbol.path)).size;
  const where = files === 1 ? 'one file' : `${files} files`;
  return new CodedError(
    'ambiguous_symbol',
    `${found.length} symbols in ${where} are called ${name} on ${view.ref.name}.`,
    {
      remediation,
      data: { candidates: candidates(view, found), total_candidates: found.length },
    },
  );
}

/** One of each file before the others of a file, so that every file can be chosen. */
function candidates(view: RefView, symbols: readonly SymbolRecord[]) {
  const seen = new Set<string>();
  const [firsts, others]: [SymbolRecord[], SymbolRecord[]] = [[], []];
  for (const symbol of symbols) {
    (seen.has(symbol.path) ? others : firsts).push(symbol);
    seen.add(symbol.path);
  }
  return [...firsts, ...others].slice(0, maxCandidates).map((symbol) => ({
    ...locationShape(view, symbol),
    qualified_name: qualifiedName(symbol),
    signature: symbol.signature,
  }));
}
