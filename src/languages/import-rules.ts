/** Import rules are what one family of languages means by an import: which files it leads to, and which symbols. */
import type { ImportFact } from '../model.ts';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../store/store.ts';

/** What an import or an exported name leads to. Nothing at all is what lies outside of the repository. */
export interface Target {
  readonly files: readonly FileVersion[];
  readonly symbols: readonly SymbolRecord[];
}

export const noTarget: Target = { files: [], symbols: [] };

export interface ImportRules {
  /** The files that a module leads to, as it is written in a file. */
  filesOf(view: RefView, file: FileVersion, source: string): Promise<readonly FileVersion[]>;
  /** What one import of a file leads to. */
  targetOf(view: RefView, file: FileVersion, fact: ImportFact): Promise<Target>;
  /** What a file offers to others under a name, wherever it is declared. */
  offeredBy(view: RefView, file: FileVersion, name: string): Promise<Target>;
}

/** Names that are looked up for one answer; a real one needs a few dozen. */
const maxSteps = 1000;

/**
 * What has been looked up on the way to one answer. Each name is looked up once per file: one that is asked for again
 * while it is being looked up closes a circle, and adds nothing.
 */
export class Trail<Found> {
  readonly #found = new Map<string, Found>();
  readonly #nothing: Found;

  constructor(nothing: Found) {
    this.#nothing = nothing;
  }

  async step(file: FileVersion, name: string, lookUp: () => Promise<Found>): Promise<Found> {
    const key = keyOf(file, name);
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    if (this.#found.size >= maxSteps) return this.#nothing;
    this.#found.set(key, this.#nothing);
    const found = await lookUp();
    this.#found.set(key, found);
    return found;
  }

  /** Says what is known of a name before it has been looked up to the end: what a circle gets. */
  note(file: FileVersion, name: string, found: Found): void {
    this.#found.set(keyOf(file, name), found);
  }
}

function keyOf(file: FileVersion, name: string): string {
  return `${file.id} ${name}`;
}

/** Each file and symbol once. */
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
