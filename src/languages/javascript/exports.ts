/** The exports of a TypeScript or JavaScript file by name: its declarations and its re-exports. */
import type { ImportFact } from '../../model.ts';
import { importsOf, symbolsNamed } from '../../query/view/file-facts.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import { isNoTarget, merged, noTarget, type Target, Trail } from '../import-rules.ts';
import { wholeModule, writtenExports } from './written-exports.ts';

export type FilesOf = (view: RefView, file: FileVersion, source: string) => Promise<readonly FileVersion[]>;

/** `name` may be `default`, or `wholeModule` for the result of `require`. */
export async function offeredBy(
  view: RefView,
  file: FileVersion,
  name: string,
  filesOf: FilesOf,
  trail = new Trail(view, noTarget),
): Promise<Target> {
  if (file.language !== 'typescript' && file.language !== 'javascript') return noTarget;
  return trail.step(file, name, () => lookUp(view, file, name, filesOf, trail));
}

async function lookUp(
  view: RefView,
  file: FileVersion,
  name: string,
  filesOf: FilesOf,
  trail: Trail<Target>,
): Promise<Target> {
  const follow = (fact: ImportFact, wanted: string | undefined) => followed(view, file, fact, wanted, filesOf, trail);

  const own = await topLevel(view, file, name);
  // A declaration file exports all of its declarations.
  const declared = isDeclarations(file) ? own : own.filter(({ visibility }) => visibility === 'public');
  if (declared.length > 0) return { files: [file], symbols: declared };
  const imports = (await importsOf(view, file)).filter(({ within }) => within === -1);
  const passedOn = imports.filter((fact) => fact.reexport && (fact.alias ?? fact.name) === name && !isStar(fact));
  for (const fact of passedOn) {
    const target = await follow(fact, fact.name);
    if (!isNoTarget(target)) return target;
  }

  const written = await writtenExports(view, file);
  const local = written.get(name);
  if (local !== undefined) {
    const target = await boundTo(view, file, imports, local, follow);
    if (!isNoTarget(target)) return target;
  }
  const whole = written.get(wholeModule);
  if (name === 'default') return whole === undefined ? noTarget : offeredBy(view, file, wholeModule, filesOf, trail);
  if (whole !== undefined && name !== wholeModule) {
    const target = await memberOf(view, file, imports, whole, name, follow);
    if (!isNoTarget(target)) return target;
  }
  for (const fact of imports) {
    if (!isStar(fact)) continue;
    const target = await follow(fact, name);
    if (!isNoTarget(target)) return target;
  }
  return noTarget;
}

type Follow = (fact: ImportFact, wanted: string | undefined) => Promise<Target>;

/** `export * from`, or `module.exports = require(…)`. */
function isStar({ reexport, name, alias }: ImportFact): boolean {
  return reexport && alias === undefined && (name === undefined || name === '*');
}

/** The target of `wanted` in an import; if `wanted` is undefined, the module as a whole. */
async function followed(
  view: RefView,
  file: FileVersion,
  fact: ImportFact,
  wanted: string | undefined,
  filesOf: FilesOf,
  trail: Trail<Target>,
): Promise<Target> {
  const files = await filesOf(view, file, fact.source);
  if (wanted === '*') return { files, symbols: [] };
  const targets: Target[] = [];
  for (const source of files) targets.push(await offeredBy(view, source, wanted ?? wholeModule, filesOf, trail));
  const target = merged(targets);
  return isNoTarget(target) && wanted === undefined ? { files, symbols: [] } : target;
}

/** The target of a local name in the file. */
async function boundTo(
  view: RefView,
  file: FileVersion,
  imports: readonly ImportFact[],
  local: string,
  follow: Follow,
): Promise<Target> {
  const symbols = await topLevel(view, file, local);
  if (symbols.length > 0) return { files: [file], symbols };
  for (const fact of imports) {
    if ((fact.alias ?? fact.name) !== local) continue;
    const target = await follow(fact, fact.name);
    if (!isNoTarget(target)) return target;
  }
  return noTarget;
}

/** Members assigned to the object that the module exports as a whole, or members of the module that it re-exports. */
async function memberOf(
  view: RefView,
  file: FileVersion,
  imports: readonly ImportFact[],
  whole: string,
  name: string,
  follow: Follow,
): Promise<Target> {
  const members = (await symbolsNamed(view, file, name)).filter(({ scope }) => scope === whole);
  if (members.length > 0) return { files: [file], symbols: members };
  for (const fact of imports) {
    if (fact.alias !== whole || (fact.name !== undefined && fact.name !== '*')) continue;
    const target = await follow(fact, name);
    if (!isNoTarget(target)) return target;
  }
  return noTarget;
}

function isDeclarations({ path }: FileVersion): boolean {
  return /\.d\.[cm]?ts$/.test(path);
}

async function topLevel(view: RefView, file: FileVersion, name: string): Promise<SymbolRecord[]> {
  return (await symbolsNamed(view, file, name)).filter(({ scope }) => scope === '');
}
