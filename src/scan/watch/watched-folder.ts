/**
 * A watched folder is a node of the tree of watches. It knows its parent and not its path, so that detaching a folder
 * silences all watches below it at once; they are given back later.
 */
import type { FSWatcher } from 'node:fs';
import type { FolderRules } from '../listing/folder.ts';
import { keyOf, type Name, nameInside } from '../listing/names.ts';

export class WatchedFolder {
  readonly parent: WatchedFolder | undefined;
  /** The last part of the path; empty for the root. */
  readonly segment: Name;
  /** The rules for the entries of this folder. */
  rules: FolderRules;
  watcher: FSWatcher | undefined;
  /** Whether this is the top of a nested repository, whose files belong to another project. */
  isNested = false;
  #isDetached = false;
  /** Subfolders that the rules do not admit. */
  #skipped: Map<string, Name> | undefined;
  #children: Map<string, WatchedFolder> | undefined;

  constructor(segment: Name, rules: FolderRules, parent?: WatchedFolder) {
    this.parent = parent;
    this.segment = segment;
    this.rules = rules;
  }

  /** The path below the root; undefined if the folder is no longer part of the tree. */
  get name(): Name | undefined {
    if (this.#isDetached) return undefined;
    if (this.parent === undefined) return this.segment;
    const above = this.parent.name;
    return above === undefined ? undefined : nameInside(above, this.segment);
  }

  /** The rules of the parent; for the root, the ones given. */
  outsideRules(ofRoot: FolderRules): FolderRules {
    return this.parent?.rules ?? ofRoot;
  }

  child(segment: Name): WatchedFolder | undefined {
    return this.#children?.get(keyOf(segment));
  }

  children(): readonly WatchedFolder[] {
    return this.#children === undefined ? [] : [...this.#children.values()];
  }

  /** Returns the last part of the path of every subfolder, watched or not. */
  subfolders(): readonly Name[] {
    return [...this.children().map((child) => child.segment), ...(this.#skipped?.values() ?? [])];
  }

  skip(segment: Name): void {
    this.#skipped ??= new Map();
    this.#skipped.set(keyOf(segment), segment);
  }

  /** Adds a child. A child of the same name has to be detached first. */
  add(segment: Name): WatchedFolder {
    const child = new WatchedFolder(segment, this.rules, this);
    this.#children ??= new Map();
    this.#children.set(keyOf(segment), child);
    this.forget(segment);
    return child;
  }

  /** Forgets a subfolder that was skipped. */
  forget(segment: Name): void {
    this.#skipped?.delete(keyOf(segment));
  }

  /** Takes this folder and everything below it out of the tree. */
  detach(): void {
    this.#isDetached = true;
    const siblings = this.parent === undefined ? undefined : this.parent.#children;
    if (siblings?.get(keyOf(this.segment)) === this) siblings.delete(keyOf(this.segment));
  }

  /** Returns the watches of this folder and of everything below it. */
  watchers(): FSWatcher[] {
    const found: FSWatcher[] = [];
    const open: WatchedFolder[] = [this];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      if (folder.watcher !== undefined) found.push(folder.watcher);
      for (const each of folder.children()) open.push(each);
    }
    return found;
  }
}
