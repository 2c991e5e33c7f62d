/**
 * The skipped paths of a ref, and the symbolic links among them: an import of a link, or of a path below it, refers to
 * code that the index has under another path, or not at all.
 */
import type { SkipReason } from '../../model.ts';
import { folderOf } from './folder-table.ts';
import type { RefView } from './ref-view.ts';

/** More links of one name are not compared one by one. */
export const maxNamesakes = 100;

export class LinkTable {
  /** By path. */
  readonly links: readonly string[];
  readonly #lengths: ReadonlySet<number>;
  readonly #byKey = new Map<string, string>();
  readonly #byName = new Map<string, string[]>();

  constructor(links: readonly string[]) {
    // Packages are found by their names, not through the folder of installed ones, which often is a link.
    this.links = links.filter((path) => lastOf(path) !== 'node_modules');
    this.#lengths = new Set(this.links.map(({ length }) => length));
    for (const path of this.links) {
      const stem = stemOf(path);
      for (const key of [path, stem, ...(isFolderFile(path) ? [folderOf(path)] : [])]) {
        if (!this.#byKey.has(key)) this.#byKey.set(key, path);
      }
      const namesakes = this.#byName.get(lastOf(stem));
      if (namesakes === undefined) this.#byName.set(lastOf(stem), [path]);
      else namesakes.push(path);
    }
  }

  /** The link that a path, with or without an extension, refers to or leads through. */
  at(path: string): string | undefined {
    const exact = this.#byKey.get(path) ?? this.#byKey.get(stemOf(path));
    if (exact !== undefined || this.links.length === 0) return exact;
    // Only folders with the length of a link are looked up: most links are few, and a path may have many levels.
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (!this.#lengths.has(end)) continue;
      const folder = path.slice(0, end);
      if (this.#byKey.get(folder) === folder) return folder;
    }
    return undefined;
  }

  /** The links with this name, without extension, in any folder. */
  named(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }
}

export async function linkTable(view: RefView): Promise<LinkTable> {
  const skipped = await view.derived(skippedPaths);
  return new LinkTable([...skipped].flatMap(([path, reason]) => (reason === 'link' ? [path] : [])));
}

export async function skippedPaths({ store, ref }: RefView): Promise<ReadonlyMap<string, SkipReason>> {
  return new Map((await store.skippedFiles(ref)).map(({ path, reason }) => [path, reason]));
}

/** Whether an import of its folder refers to the file. */
export function isFolderFile(path: string): boolean {
  return /^(?:index|__init__|mod)\.\w+$/.test(lastOf(path));
}

/** The extension of a path; empty for names such as `v1.2`. */
export function extensionOf(path: string): string {
  return /(?<=[^/])\.[a-z]\w*$/i.exec(path)?.[0].toLowerCase() ?? '';
}

export function stemOf(path: string): string {
  return path.slice(0, path.length - extensionOf(path).length);
}

export function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
