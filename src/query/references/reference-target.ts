/** The target of a search for references: one symbol with all its declarations, and what its uses may be mistaken for. */
import { functionKinds, typeKinds } from '../../languages/entity.ts';
import { isSameFamily } from '../../languages/languages.ts';
import type { SymbolRecord } from '../../store/store.ts';
import { type SiteJudge, siteJudge } from '../resolve/calls/judge-site.ts';
import { identity } from '../resolve/calls/resolve-site.ts';
import type { RefView } from '../view/ref-view.ts';

export interface ReferenceTarget {
  readonly name: string;
  /** Its declarations in one file. */
  readonly symbols: readonly [SymbolRecord, ...SymbolRecord[]];
  /** The ids of its declarations. */
  readonly ids: ReadonlySet<number>;
  readonly identities: ReadonlySet<string>;
  /** The enclosing symbol. */
  readonly holder: SymbolRecord | undefined;
  /** A member of a type, which other code names through a value or the type. */
  readonly isMember: boolean;
  /** Declared inside a function, so that only that function can name it. */
  readonly isLocal: boolean;
  /** The number of other symbols with the name in the languages that share names with it. */
  readonly namesakes: number;
  /** Judges the calls of the name, as the call graph does. */
  readonly calls: SiteJudge;
}

export async function referenceTarget(
  view: RefView,
  symbols: readonly [SymbolRecord, ...SymbolRecord[]],
): Promise<ReferenceTarget> {
  const [first] = symbols;
  const { name, language } = first;
  const file = (await view.files()).byId(first.versionId);
  const holder = file === undefined ? undefined : (await view.store.symbols(file))[first.parent];
  const isInFunction = holder !== undefined && functionKinds.has(holder.kind);
  const identities = new Set(symbols.map(identity));
  const others = (await view.store.symbolsNamed(view.ref, name)).filter(
    (symbol) => symbol.kind !== 'impl' && isSameFamily(symbol.language, language) && !identities.has(identity(symbol)),
  );
  return {
    name,
    symbols,
    ids: new Set(symbols.map(({ id }) => id)),
    identities,
    holder,
    isMember: first.scope !== '' && !isInFunction && (holder === undefined || typeKinds.has(holder.kind)),
    isLocal: isInFunction && first.kind !== 'method' && first.kind !== 'field',
    namesakes: new Set(others.map(identity)).size,
    calls: await siteJudge(view, symbols),
  };
}
