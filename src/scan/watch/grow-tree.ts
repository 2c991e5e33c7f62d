/**
 * Grows the tree of watches: watches folders and everything below them that the rules admit, in slices of a few
 * milliseconds. A folder is watched before it is read, so whatever appears later is reported by its watch.
 */
import { lstatSync, opendirSync } from 'node:fs';
import { type FolderRules, rulesInside, versionControl } from '../listing/folder.ts';
import { gitIgnoreFileName, ignoreFileName } from '../listing/ignore/ignore-files.ts';
import { absolutePath, keyOf, type Name, nameInside, nameOf } from '../listing/names.ts';
import { newSlice, type Slice } from '../listing/slice.ts';
import type { TreeRules } from './tree-rules.ts';
import type { WatchedFolder } from './watched-folder.ts';

export interface Growth {
  readonly root: string;
  readonly isGit: boolean;
  readonly rules: TreeRules;
  readonly rulesOfRoot: FolderRules;
  /** Watches a folder; false if it is gone or unreadable. Throws if the system has no watch left. */
  open(folder: WatchedFolder, name: Name): boolean;
  /** Called after a folder was taken out of the tree. */
  onDetached(folder: WatchedFolder): void;
  /** Ends the growth early. */
  isStopped(): boolean;
}

/** A folder to look at, by the folder that holds it. */
export interface Seed {
  readonly parent: WatchedFolder;
  readonly segment: Name;
}

/**
 * Watches the folders at these places anew, as far as the rules admit them: a folder that was watched there may have
 * been replaced. Places that are no folders are cleared.
 */
export async function growFrom(growth: Growth, seeds: readonly Seed[]): Promise<void> {
  const asked: Seed[] = [];
  const open: WatchedFolder[] = [];
  const slice = newSlice();
  for (const seed of seeds) {
    if (slice.isOver()) await slice.next();
    if (growth.isStopped()) return;
    clear(growth, seed);
    if (isFolder(growth.root, seed)) consider(growth, seed, open, asked);
  }
  await grow(growth, open, asked, false);
}

function isFolder(root: string, { parent, segment }: Seed): boolean {
  const above = parent.name;
  if (above === undefined) return false;
  try {
    return lstatSync(absolutePath(root, nameInside(above, segment))).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Applies changed rules below a folder. Watches that are still needed are kept. Folders that are watched are only read
 * again if `isReading`, which is needed when rules changed that are not those of git.
 */
export async function growAgain(growth: Growth, top: WatchedFolder, isReading: boolean): Promise<void> {
  await grow(growth, [top], [], isReading);
}

async function grow(growth: Growth, open: WatchedFolder[], asked: Seed[], isReading: boolean): Promise<void> {
  const slice = newSlice();
  while (open.length > 0 || asked.length > 0) {
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
      if (growth.isStopped()) return;
      if (folder.watcher === undefined || isReading) await enter(growth, folder, open, asked, slice);
      else for (const segment of folder.subfolders()) consider(growth, { parent: folder, segment }, open, asked);
      if (slice.isOver()) await slice.next();
    }
    const batch = asked.splice(0);
    if (batch.length > 0) await ask(growth, batch, open);
  }
}

/** Lets the rules of git decide about folders, and opens the ones that are not ignored. */
async function ask(growth: Growth, seeds: readonly Seed[], open: WatchedFolder[]): Promise<void> {
  const named = seeds.flatMap((seed) => {
    const above = seed.parent.name;
    return above === undefined ? [] : [{ seed, name: nameInside(above, seed.segment) }];
  });
  const ignored = await growth.rules.ignored(named.map(({ name }) => name));
  for (const { seed, name } of named) {
    if (ignored.has(keyOf(name))) skip(growth, seed);
    else open.push(seed.parent.child(seed.segment) ?? seed.parent.add(seed.segment));
  }
}

function consider(growth: Growth, seed: Seed, open: WatchedFolder[], asked: Seed[]): void {
  const { parent, segment } = seed;
  const above = parent.name;
  if (above === undefined) return;
  const verdict = growth.rules.verdict(parent.rules, nameInside(above, segment));
  if (verdict === 'skip') skip(growth, seed);
  else if (verdict === 'ask') asked.push(seed);
  else open.push(parent.child(segment) ?? parent.add(segment));
}

function skip(growth: Growth, seed: Seed): void {
  clear(growth, seed);
  seed.parent.skip(seed.segment);
}

function clear(growth: Growth, { parent, segment }: Seed): void {
  const child = parent.child(segment);
  parent.forget(segment);
  if (child === undefined) return;
  child.detach();
  growth.onDetached(child);
}

/** Watches one folder, unless it is watched already, and considers its subfolders. */
async function enter(
  growth: Growth,
  folder: WatchedFolder,
  open: WatchedFolder[],
  asked: Seed[],
  slice: Slice,
): Promise<void> {
  const name = folder.name;
  if (name === undefined) return;
  const isWatched = folder.watcher !== undefined || growth.open(folder, name);
  const entries = isWatched ? await read(growth, name, slice) : undefined;
  if (entries === undefined) {
    folder.detach();
    growth.onDetached(folder);
    return;
  }
  folder.isNested = growth.isGit && name.path !== '' && entries.files.has('.git') && growth.rules.isNested(name);
  const isApplied = (file: string) => entries.files.has(file) && !(growth.isGit && file === gitIgnoreFileName);
  folder.rules = rulesInside(growth.root, name, folder.outsideRules(growth.rulesOfRoot), isApplied);
  const present = new Set(folder.isNested ? [] : entries.folders.map(keyOf));
  for (const segment of folder.subfolders()) {
    if (!present.has(keyOf(segment))) clear(growth, { parent: folder, segment });
  }
  if (folder.isNested) return;
  for (const segment of entries.folders) consider(growth, { parent: folder, segment }, open, asked);
}

interface Entries {
  readonly folders: readonly Name[];
  /** Those of the names that change the rules which are present. */
  readonly files: ReadonlySet<string>;
}

const decisiveNames: ReadonlySet<string> = new Set(['.git', gitIgnoreFileName, ignoreFileName]);

/** Returns undefined if the folder cannot be read. */
async function read({ root, isGit }: Growth, folder: Name, slice: Slice): Promise<Entries | undefined> {
  const folders: Name[] = [];
  const files = new Set<string>();
  try {
    // Latin-1 keeps the bytes of any name, and text is much cheaper than a buffer for each entry.
    const found = opendirSync(absolutePath(root, folder), { encoding: 'latin1', bufferSize: 256 });
    try {
      for (let entry = found.readSync(); entry !== null; entry = found.readSync()) {
        // A folder can hold a million files.
        if (slice.isOver()) await slice.next();
        const { name } = entry;
        if (decisiveNames.has(name)) files.add(name);
        const isSkipped = isGit ? name === '.git' : versionControl.has(name);
        if (entry.isDirectory() && !isSkipped) folders.push(nameOf(Buffer.from(name, 'latin1')));
      }
    } finally {
      found.closeSync();
    }
  } catch {
    return undefined;
  }
  return { folders, files };
}
