/**
 * Chooses the files of a listing that a live view parses: those at the needed paths, the likely definitions of the
 * names, files that mention the names, the best files for the words, and the files that resolving their imports reads.
 * Numbers and bytes are limited, so that an answer stays quick.
 */
import { companionsOf, languageName, languageOf } from '../../languages/languages.ts';
import { folderOf } from '../../query/view/folder-table.ts';
import type { LiveName, LiveNeeds } from '../../query/view/live-needs.ts';
import { labelsOf } from '../../scan/content/labels.ts';
import { type ListedFile, listedBytes } from '../../scan/listing/list-files.ts';
import { likelihood } from './definition-lines.ts';
import { filesAtPaths } from './files-at-paths.ts';
import { labelWeight, rankByTerms, type ScannedFile } from './rank-files.ts';
import { rowLayout, type ScanPlan } from './scan-file.ts';

/** Parsing takes about a second per megabyte and core, so bytes matter more than files. */
const limits = {
  paths: { files: 20, bytes: 8_000_000 },
  definitions: { files: 40, bytes: 500_000 },
  mentions: { files: 60, bytes: 500_000 },
  terms: { files: 40, bytes: 400_000 },
  literals: { files: 20, bytes: 400_000 },
  neighbours: { files: 30, bytes: 400_000 },
  companions: { files: 100, bytes: 300_000 },
} as const;
/** One large file costs as much as many small ones, so further files must be smaller than this. */
const likeliest = 6;
const maxFurtherBytes = 48_000;
/** A larger module file is a module of its own rather than a list of exports. */
const maxCompanionBytes = 24_000;
/** Weak signs of a definition are followed only in few files. */
const maxWeakDefinitions = 8;

export interface Scan {
  readonly plan: ScanPlan;
  readonly rows: Uint8Array;
}

export interface ChosenFiles {
  readonly files: readonly ListedFile[];
  /** Whether a path, a likely definition, or a file with the words was found. */
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
  const isWanted = fileFilter(files, needs);
  const atPaths = filesAtPaths(files, root, needs.paths ?? []);
  take('paths', atPaths);
  const names = scan === undefined ? noNames : filesOfNames(files, needs, scan, isWanted);
  omitted += take('definitions', names.definitions);
  const found = [...chosen];
  take('definitions', names.unlikely);
  if (needs.mentions === true) omitted += take('mentions', names.mentions);
  else if (names.definitions.length === 0) take('literals', names.mentions);
  if (scan !== undefined) {
    take('terms', filesOfTerms(files, needs, scan).filter(isWanted));
    take('literals', filesOfLiterals(files, scan).filter(isWanted));
  }
  if (needs.anyFile === true) take('terms', usefulFirst(files).filter(isWanted));
  if (needs.neighbours === true) take('neighbours', neighboursOf(files, found));
  if (needs.language !== undefined) for (const at of speakersOf(files, needs.language, chosen)) chosen.add(at);
  const isFound = (needs.terms ?? []).length > 0 ? chosen.size > 0 : found.length > 0;
  if (needs.imports === true) take('companions', companionsAmong(files, chosen));
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
    const isLarge = kept.length >= likeliest && size > maxFurtherBytes;
    if (kept.length > 0 && (isLarge || bytes + size > limit.bytes)) continue;
    kept.push(at);
    bytes += size;
  }
  return kept;
}

interface NamedFiles {
  /** Likeliest first. */
  readonly definitions: readonly number[];
  /** Files with weak signs of a definition, if there are no others. */
  readonly unlikely: readonly number[];
  /** The others that mention a name, most useful first. */
  readonly mentions: readonly number[];
}

const noNames: NamedFiles = { definitions: [], unlikely: [], mentions: [] };

function filesOfNames(
  files: readonly ListedFile[],
  { names = [] }: LiveNeeds,
  scan: Scan,
  isWanted: (at: number) => boolean,
): NamedFiles {
  const likely: NamedFile[] = [];
  const weak: NamedFile[] = [];
  const mentions: NamedFile[] = [];
  for (const name of names) {
    const found = filesOfName(files, name, scan).filter(({ at }) => isWanted(at));
    const defining = found.filter((file) => file.likelihood >= likelihood.medium);
    // Where some files have the qualifiers of a name, the definitions in the others are not meant.
    const most = defining.reduce((sofar, { qualified }) => Math.max(sofar, qualified), 0);
    // A name that many files define says little about any of them.
    const share = 1 + Math.log2(Math.max(1, defining.length));
    for (const file of defining) {
      if (file.qualified === most) likely.push({ ...file, rank: file.rank / share });
    }
    for (const file of found) {
      const { qualified, likelihood: sign } = file;
      if (sign >= likelihood.medium ? qualified < most : sign === likelihood.weak) weak.push(file);
    }
    for (const each of found.filter((file) => file.likelihood === likelihood.none)) mentions.push(each);
  }
  const others = inOrder(weak);
  const definitions = inOrder(likely);
  const taken = definitions.length === 0 ? maxWeakDefinitions : 0;
  return {
    definitions,
    unlikely: others.slice(0, taken),
    mentions: [...others.slice(taken), ...inOrder(mentions)],
  };
}

/** Each file once, best first; a file with several of the names has their ranks together. */
function inOrder(found: readonly NamedFile[]): number[] {
  const ranks = new Map<number, number>();
  for (const { at, rank } of found) ranks.set(at, (ranks.get(at) ?? 0) + rank);
  return [...ranks].sort(([a, rankOfA], [b, rankOfB]) => rankOfB - rankOfA || a - b).map(([at]) => at);
}

interface NamedFile {
  readonly at: number;
  readonly likelihood: number;
  /** The number of qualifiers of the name that the file or its path contains. */
  readonly qualified: number;
  readonly rank: number;
}

function filesOfName(
  files: readonly ListedFile[],
  { spellings, qualifiers }: LiveName,
  { plan, rows }: Scan,
): NamedFile[] {
  const layout = rowLayout(plan);
  const own = spellings.map((name) => plan.names.indexOf(name));
  const before = qualifiers.map((name) => ({ column: plan.names.indexOf(name), inPath: name.toLowerCase() }));
  const found: NamedFile[] = [];
  for (const [at, { path }] of files.entries()) {
    const row = at * layout.length;
    const times = own.reduce((sum, name) => sum + (rows[row + layout.names + name] as number), 0);
    if (times === 0) continue;
    const best = Math.max(...own.map((name) => rows[row + layout.definitions + name] as number));
    // Prose contains names in sentences and examples that look like code.
    const isCode = languageOf(path, '') !== undefined;
    const qualified = before.filter(
      ({ column, inPath }) => rows[row + layout.names + column] !== 0 || path.toLowerCase().includes(inPath),
    ).length;
    found.push({
      at,
      likelihood: isCode ? best : likelihood.none,
      qualified,
      rank: (isCode ? best + 1 : 0) + labelWeight(labelsOf(path, '')) + times / 1_000,
    });
  }
  return found;
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

/** All files, those with a label last. */
function usefulFirst(files: readonly ListedFile[]): number[] {
  const ranked = files.map(({ path }, at) => ({ at, rank: labelWeight(labelsOf(path, '')) }));
  return ranked.sort((a, b) => b.rank - a.rank || a.at - b.at).map(({ at }) => at);
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

function fileFilter(files: readonly ListedFile[], { language, admits }: LiveNeeds): (at: number) => boolean {
  return (at) => {
    const { path } = files[at] as ListedFile;
    if (language !== undefined && languageName(path, '') !== language) return false;
    return admits === undefined || admits(path, labelsOf(path, '').includes('test'));
  };
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
  return files.flatMap((file, at) =>
    wanted.has(file.path) && !chosen.has(at) && sizeOf(file) <= maxCompanionBytes ? [at] : [],
  );
}

function sizeOf(file: ListedFile | undefined): number {
  return file === undefined ? 0 : listedBytes(file);
}
