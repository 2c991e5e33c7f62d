/** Import rules define the meaning of imports in one family of languages: the files and symbols that they refer to. */
import type { ImportFact } from '../model.ts';
import { tooExpensive } from '../query/view/pausing-call.ts';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../store/store.ts';

/** The target of an import or an exported name. An empty target is outside of the repository. */
export interface Target {
  readonly files: readonly FileVersion[];
  readonly symbols: readonly SymbolRecord[];
}

export const noTarget: Target = { files: [], symbols: [] };

export interface ImportRules {
  /**
   * Paths of files that resolving the names of a folder's files may read, if they exist: manifests, configurations and
   * the files that make a folder a module. Default: none.
   */
  companionsOf?(folder: string): readonly string[];
  /** The files of a module specifier, as written in a file. */
  filesOf(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]>;
  /** The target of one import of a file. */
  targetOf(view: RefView, file: FileVersion, fact: ImportFact): Promise<Target>;
  /** The target of a name that a file exports, wherever it is declared. */
  offeredBy(view: RefView, file: FileVersion, name: string): Promise<Target>;
}

/** Maximum number of names looked up for one answer; real code needs a few dozen. */
const maxSteps = 10_000;

/**
 * The lookups of one answer. Each name is looked up once per file: a name that is requested again while its lookup is
 * in progress closes a cycle and adds nothing. A lookup without end is an error, since nothing is known about its name.
 */
export class Trail<Found> {
  readonly #view: RefView;
  readonly #found = new Map<string, Found>();
  readonly #nothing: Found;

  constructor(view: RefView, nothing: Found) {
    this.#view = view;
    this.#nothing = nothing;
  }

  async step(file: FileVersion, name: string, lookUp: () => Promise<Found>): Promise<Found> {
    if (this.#view.isPauseDue()) await this.#view.pause();
    const key = keyOf(file, name);
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#found.size >= maxSteps) throw tooManySteps(file, name);
    this.#found.set(key, this.#nothing);
    const found = await lookUp();
    this.#found.set(key, found);
    return found;
  }

  /** Sets the preliminary result of a lookup in progress, which cycles receive. */
  note(file: FileVersion, name: string, found: Found): void {
    this.#found.set(keyOf(file, name), found);
  }
}

function tooManySteps({ path }: FileVersion, name: string): Error {
  return tooExpensive(`${name} in ${path} is imported through more than ${maxSteps} other imports.`);
}

function keyOf(file: FileVersion, name: string): string {
  return `${file.id} ${name}`;
}

/** Returns the path of an entry of a folder. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** Removes duplicate files and symbols. */
export function merged(targets: readonly Target[]): Target {
  if (targets.length === 1) return targets[0] as Target;
  return {
    files: distinct(targets.flatMap(({ files }) => files)),
    symbols: distinct(targets.flatMap(({ symbols }) => symbols)),
  };
}

export function isNoTarget({ files, symbols }: Target): boolean {
  return files.length === 0 && symbols.length === 0;
}

function distinct<Item extends { readonly id: number }>(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}
