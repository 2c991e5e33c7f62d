/**
 * Collects the occurrences of a symbol's name on a ref: every file that may hold the name is read, the uses under
 * import aliases are added, and what a bound on the work leaves out is counted.
 */
import type { SourceFile } from '../../languages/entity.ts';
import { callRulesOf } from '../../languages/languages.ts';
import type { ImportFact } from '../../model.ts';
import type { FileVersion } from '../../store/store.ts';
import { dependsOnLine } from '../resolve/calls/alike-sites.ts';
import { identity } from '../resolve/calls/resolve-site.ts';
import { ViewResolver } from '../resolve/names/resolver.ts';
import { sourceFile } from '../resolve/names/source-file.ts';
import { folderOf } from '../view/folder-table.ts';
import type { RefView } from '../view/ref-view.ts';
import { type Decide, type Occurrence, occurrencesOf } from './file-references.ts';
import { filesHolding } from './holding-files.ts';
import type { ReferenceTarget } from './reference-target.ts';
import { meaningAt } from './site-meaning.ts';

export interface CollectedReferences {
  /** In the order of the files: the target's own, then code, then tests; within a file by line. */
  readonly occurrences: readonly Occurrence[];
  /** Lines and files that contain the name itself. */
  readonly lines: number;
  readonly files: number;
  /** Files that may contain the name and were not read because of the bound on bytes. */
  readonly unexamined: number;
  /** Occurrences whose meaning was not resolved because of the bound on resolutions. */
  readonly undecided: number;
  /** Files that may contain the name and that the filter leaves out. */
  readonly filtered: number;
}

/** Bounds on the work of one answer. They count work instead of time, so that answers do not depend on the machine. */
export interface ReferenceBudget {
  readonly bytes: number;
  readonly meanings: number;
}

export const usualBudget: ReferenceBudget = { bytes: 24_000_000, meanings: 3_000 };

export async function collectReferences(
  view: RefView,
  target: ReferenceTarget,
  isWanted: (file: FileVersion) => boolean = () => true,
  budget: ReferenceBudget = usualBudget,
): Promise<CollectedReferences> {
  const table = await view.files();
  const aliases = await aliasesOf(view, target);
  const named = await filesHolding(view, target.name);
  // A default import may name the target by another name only.
  const renaming = [...aliases.keys()].flatMap((id) => table.byId(id) ?? []);
  const holding = inOrder([...new Set([...named, ...renaming])], target);
  const wanted = holding.filter(isWanted);
  const meanings = new Meanings(budget.meanings);
  const occurrences: Occurrence[] = [];
  let [lines, files, bytes, unexamined] = [0, 0, 0, 0];
  for (const file of wanted) {
    bytes += file.byteLength;
    // The first file is read whatever its size.
    if (bytes > budget.bytes && bytes > file.byteLength) {
      unexamined++;
      continue;
    }
    const found = await occurrencesOf(view, target, file, [...(aliases.get(file.id) ?? [])], meanings.decide);
    lines += found.lines;
    if (found.lines > 0) files++;
    for (const each of found.occurrences) occurrences.push(each);
  }
  const filtered = holding.length - wanted.length;
  return { occurrences, lines, files, unexamined, undecided: meanings.undecided, filtered };
}

/** Decides meanings within a budget. Equal sites in one symbol have one meaning, unless a variable may have changed. */
class Meanings {
  undecided = 0;
  #left: number;
  readonly #known = new Map<string, Awaited<ReturnType<Decide>>>();

  constructor(budget: number) {
    this.#left = budget;
  }

  readonly decide: Decide = async (view, target, site) => {
    const { name, source, within, context, fact, isShadowed, line } = site;
    const receiver = fact === undefined ? context.receiver : fact.receiver;
    const where = dependsOnLine(source, name, receiver) ? line : '';
    const form = `${fact?.kind} ${fact?.args} ${receiver} ${context.key} ${context.builder} ${isShadowed}`;
    const key = `${source.file.id} ${within} ${where} ${name} ${form}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#left-- <= 0) {
      this.undecided++;
      return 'undecided';
    }
    const meaning = await meaningAt(view, target, site);
    this.#known.set(key, meaning);
    return meaning;
  };
}

/** The local names that imports of other files give to the target, by file. */
async function aliasesOf(view: RefView, target: ReferenceTarget): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const aliases = new Map<number, Set<string>>();
  if (target.isMember || target.isLocal) return aliases;
  const [first] = target.symbols;
  const names = [target.name, ...(callRulesOf(first.language).sites.otherNames?.(first) ?? [])];
  const table = await view.files();
  const resolver = new ViewResolver(view);
  for (const name of names) {
    for (const { versionId, references } of await view.store.filesReferencing(name)) {
      const file = table.byId(versionId);
      const renames = file === undefined ? [] : references().filter(({ kind }) => kind === 'alias');
      if (file === undefined || renames.length === 0) continue;
      const byAlias = importsByAlias(await sourceFile(view, file));
      const found = aliases.get(versionId) ?? new Set<string>();
      for (const alias of new Set(renames.map(({ receiver }) => receiver))) {
        if (alias === undefined || alias === target.name) continue;
        const fact = byAlias.get(alias);
        const entity = fact === undefined ? undefined : await resolver.importEntity(file, fact);
        if (entity?.is !== 'symbols' || !entity.symbols.some((each) => target.identities.has(identity(each)))) continue;
        aliases.set(versionId, found.add(alias));
      }
    }
  }
  return aliases;
}

/** The first import that binds each alias. */
function importsByAlias({ imports }: SourceFile): ReadonlyMap<string, ImportFact> {
  const byAlias = new Map<string, ImportFact>();
  for (const fact of imports) {
    if (fact.alias !== undefined && !byAlias.has(fact.alias)) byAlias.set(fact.alias, fact);
  }
  return byAlias;
}

/** The target's file, then files beside it, then other code, then tests, then vendored files. */
function inOrder(files: readonly FileVersion[], { symbols: [first] }: ReferenceTarget): FileVersion[] {
  const folder = folderOf(first.path);
  const rank = ({ path, labels }: FileVersion) => {
    if (path === first.path) return 0;
    return (
      (folderOf(path) === folder ? 1 : 2) + (labels.includes('test') ? 2 : 0) + (labels.includes('vendored') ? 4 : 0)
    );
  };
  return [...files].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}
