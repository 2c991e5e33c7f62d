/**
 * Chooses the files of a listing that a live view parses: those at the needed paths, the likely definitions of the
 * names, files that mention the names, the best files for the words, and the files that resolving their imports reads.
 * Numbers and bytes are limited, so that an answer stays quick.
 */
import { companionsOf, languageName, languageOf } from '../../languages/languages.ts';
import { folderOf } from '../../query/view/folder-table.ts';
import type { LiveNeeds } from '../../query/view/live-needs.ts';
import { labelsOf } from '../../scan/content/labels.ts';
import type { ListedFile } from '../../scan/listing/list-files.ts';
import { filesAtPaths } from './files-at-paths.ts';
import { labelWeight, rankByTerms, type ScannedFile } from './rank-files.ts';
import { likelihood, rowLayout, type ScanPlan } from './scan-text.ts';

const limits = {
  paths: { files: 20, bytes: 8_000_000 },
  definitions: { files: 60, bytes: 2_500_000 },
  mentions: { files: 60, bytes: 2_500_000 },
  terms: { files: 40, bytes: 1_500_000 },
  literals: { files: 20, bytes: 1_000_000 },
  neighbours: { files: 30, bytes: 800_000 },
} as const;
const maxCompanions = 150;
/** Weak signs of a definition are followed only in few files. */
const maxWeakDefinitions = 12;

export interface Scan {
  readonly plan: ScanPlan;
  readonly rows: Uint8Array;
}

export interface ChosenFiles {
  readonly files: readonly ListedFile[];
  /** Whether a path or a likely definition was found. */
  readonly isFound: boolean;
  /** Files with a likely definition or a mention that are beyond the limits. */
  readonly omitted: number;
}

export function chooseFiles(
  files: readonly ListedFile[],
  root: string,
  needs: LiveNeeds,
  scan: Scan | undefined,
): ChosenFiles {
  const chosen = new Set<number>();
  let omitted = 0;
  const take = (group: keyof typeof limits, found: readonly number[]): number => {
    const kept = within(files, found, limits[group]);
    for (const at of kept) chosen.add(at);
    return found.length - kept.length;
  };
  const isWanted = languageFilter(files, needs.language);
  const atPaths = filesAtPaths(files, root, needs.paths ?? []);
  take('paths', atPaths);
  const names = scan === undefined ? noNames : filesOfNames(files, needs, scan, isWanted);
  omitted += take('definitions', names.definitions);
  const found = [...chosen];
  if (needs.mentions === true) omitted += take('mentions', names.mentions);
  else if (names.definitions.length === 0) take('literals', names.mentions);
  if (scan !== undefined) {
    take('terms', filesOfTerms(files, needs, scan).filter(isWanted));
    take('literals', filesOfLiterals(files, scan).filter(isWanted));
  }
  if (needs.neighbours === true) take('neighbours', neighboursOf(files, found));
  if (needs.language !== undefined) for (const at of speakersOf(files, needs.language, chosen)) chosen.add(at);
  const isFound = (needs.terms ?? []).length > 0 ? chosen.size > 0 : found.length > 0;
  for (const at of companionsAmong(files, chosen)) chosen.add(at);
  return { files: [...chosen].map((at) => files[at] as ListedFile), isFound, omitted };
}

/** Returns the first files, up to the limits; at least one. */
function within(
  files: readonly ListedFile[],
  found: readonly number[],
  limit: { readonly files: number; readonly bytes: number },
): number[] {
  const kept: number[] = [];
  let bytes = 0;
  for (const at of found) {
    const size = sizeOf(files[at]);
    if (kept.length >= limit.files) break;
    if (kept.length > 0 && bytes + size > limit.bytes) continue;
    kept.push(at);
    bytes += size;
  }
  return kept;
}

interface NamedFiles {
  /** Likeliest first. */
  readonly definitions: readonly number[];
  /** The others that mention a name, most useful first. */
  readonly mentions: readonly number[];
}

const noNames: NamedFiles = { definitions: [], mentions: [] };

function filesOfNames(
  files: readonly ListedFile[],
  needs: LiveNeeds,
  { plan, rows }: Scan,
  isWanted: (at: number) => boolean,
): NamedFiles {
  const layout = rowLayout(plan);
  const qualifiers = new Set((needs.names ?? []).flatMap((name) => name.qualifiers));
  const isQualifier = plan.names.map((name) => qualifiers.has(name));
  const isName = plan.names.map((name) => needs.names?.some(({ spellings }) => spellings.includes(name)) === true);
  const likely: { at: number; rank: number }[] = [];
  const weak: { at: number; rank: number }[] = [];
  const mentions: { at: number; rank: number }[] = [];
  for (const [at, { path }] of files.entries()) {
    const row = at * layout.length;
    let best = 0;
    let times = 0;
    let qualified = 0;
    for (let name = 0; name < plan.names.length; name++) {
      const count = rows[row + layout.names + name] as number;
      if (count === 0) continue;
      if (isQualifier[name]) qualified++;
      if (!isName[name]) continue;
      times += count;
      best = Math.max(best, rows[row + layout.definitions + name] as number);
    }
    if (times === 0 || !isWanted(at)) continue;
    const label = labelWeight(labelsOf(path, ''));
    // Prose contains names in sentences and examples that look like code.
    const isCode = languageOf(path, '') !== undefined;
    if (isCode && best >= likelihood.medium) likely.push({ at, rank: 10 * qualified + best + label });
    else if (isCode && best === likelihood.weak) weak.push({ at, rank: 10 * qualified + label + times / 1_000 });
    else mentions.push({ at, rank: (isCode ? 10 : 0) + label * (1 + times / 255) });
  }
  const inOrder = (ranked: typeof likely) => ranked.sort((a, b) => b.rank - a.rank || a.at - b.at).map(({ at }) => at);
  const weakest = inOrder(weak);
  return {
    definitions: [...inOrder(likely), ...weakest.slice(0, maxWeakDefinitions)],
    mentions: [...weakest.slice(maxWeakDefinitions), ...inOrder(mentions)],
  };
}

function filesOfTerms(files: readonly ListedFile[], { terms = [] }: LiveNeeds, { plan, rows }: Scan): number[] {
  if (terms.length === 0) return [];
  const scanned = files.map(
    (file): ScannedFile => ({ path: file.path, bytes: sizeOf(file), labels: () => labelsOf(file.path, '') }),
  );
  return rankByTerms(scanned, rows, rowLayout(plan), terms).map(({ at }) => at);
}

function filesOfLiterals(files: readonly ListedFile[], { plan, rows }: Scan): number[] {
  const { literals, length } = rowLayout(plan);
  const count = (at: number) =>
    rows.subarray(at * length + literals, (at + 1) * length).reduce((sum, one) => sum + one, 0);
  const found = files.flatMap((file, at) =>
    plan.literals.length > 0 && count(at) > 0 ? [{ at, rank: count(at) * labelWeight(labelsOf(file.path, '')) }] : [],
  );
  return found.sort((a, b) => b.rank - a.rank || a.at - b.at).map(({ at }) => at);
}

function neighboursOf(files: readonly ListedFile[], found: readonly number[]): number[] {
  const folders = new Set(found.map((at) => folderOf((files[at] as ListedFile).path)));
  return files.flatMap(({ path }, at) => (folders.has(folderOf(path)) ? [at] : []));
}

/** For a language without a chosen file: its smallest file, else that of each language, so that an error can list them. */
function speakersOf(files: readonly ListedFile[], language: string, chosen: ReadonlySet<number>): number[] {
  const speaks = (at: number) => languageName((files[at] as ListedFile).path, '');
  if ([...chosen].some((at) => speaks(at) === language)) return [];
  const smallest = new Map<string, number>();
  for (const [at, file] of files.entries()) {
    const known = smallest.get(speaks(at));
    if (known === undefined || sizeOf(file) < sizeOf(files[known])) smallest.set(speaks(at), at);
  }
  const own = smallest.get(language);
  return own === undefined ? [...smallest.values()] : [own];
}

function languageFilter(files: readonly ListedFile[], language: string | undefined): (at: number) => boolean {
  if (language === undefined) return () => true;
  return (at) => languageName((files[at] as ListedFile).path, '') === language;
}

/** The manifests and module files above the chosen files, nearest first. */
function companionsAmong(files: readonly ListedFile[], chosen: ReadonlySet<number>): number[] {
  const folders = new Set<string>();
  for (const at of chosen) {
    for (let folder = folderOf((files[at] as ListedFile).path); !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  const wanted = new Set([...folders].flatMap(companionsOf));
  const found = files.flatMap(({ path }, at) => (wanted.has(path) && !chosen.has(at) ? [at] : []));
  return found.slice(0, maxCompanions);
}

function sizeOf(file: ListedFile | undefined): number {
  return file?.stat?.size ?? 0;
}
