/** `#[path = "…"]` attributes, which set the file of a Rust module if its name does not determine it. */

import { folderOf, folderTable, joined } from '../../query/view/folder-table.ts';
import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import type { Module } from './modules.ts';

/** The lengths are limited: a text of nothing but such parts would be searched from each of them. */
const attribute = /#\[\s{0,20}(?:cfg_attr\([^\]#]{0,200}?)?\bpath\s{0,20}=\s{0,20}"([^"#]{1,500})"[^\]#]{0,200}\]/;
const everyAttribute = new RegExp(attribute.source, 'g');
/** Lines above a declaration that may contain its attributes. */
const maxLines = 12;

/** Returns the path attribute of a declaration. */
export async function pathAttributeAt(view: RefView, file: FileVersion, line: number): Promise<string | undefined> {
  return writtenAbove(view, file, line, attribute);
}

/** Returns the condition of a declaration: the text in `#[cfg(…)]`. */
export async function conditionAt(view: RefView, file: FileVersion, line: number): Promise<string | undefined> {
  return writtenAbove(view, file, line, /#\[\s*cfg\(([^#]*)\)\s*\]/);
}

/** Whether a condition is true in a build with the features of a package on Linux, not for tests. */
export function isUsual(condition: string): boolean {
  const isNegated = /^\s*not\s*\(/.test(condition);
  const isSpecial = /\b(?:test|loom|miri|docsrs|doc|windows|wasm\w*|target_os\s*=\s*"(?!linux))/.test(condition);
  return isNegated === isSpecial;
}

async function writtenAbove(
  view: RefView,
  file: FileVersion,
  line: number,
  pattern: RegExp,
): Promise<string | undefined> {
  const cache = await view.derived(linesCache);
  const lines = cache.get(file.id) ?? cache.set(file.id, (await view.store.text(file)).split('\n'));
  for (let at = line - 1; at >= 0 && at > line - maxLines; at--) {
    const text = lines[at] as string;
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
    // Attributes and comments may be in between; another declaration ends them.
    if (at < line - 1 && !/^(?:#|\/\/|\)?\]|[\w\s(),="]*$)/.test(text.trimStart())) return undefined;
    if (at < line - 1 && /[;{}]\s*$/.test(text)) return undefined;
  }
  return undefined;
}

/** A module asks for the lines above each of its declarations in turn. */
function linesCache(): LruCache<number, readonly string[]> {
  return new LruCache(4);
}

/** The declaring module of each file that a path attribute refers to. */
export async function pathAttributes(view: RefView): Promise<ReadonlyMap<string, Module>> {
  const found = new Map<string, Module>();
  const files = await view.files();
  const folders = await view.derived(folderTable);
  const holders = new Set<FileVersion>();
  for (const chunk of await view.store.holders('text', ['path'])) {
    const file = files.ofChunk(chunk)?.file;
    if (file?.language === 'rust') holders.add(file);
  }
  for (const file of holders) {
    const text = await view.store.text(file);
    for (const { 0: whole, 1: written = '', index } of text.matchAll(everyAttribute)) {
      if (view.isPauseDue()) await view.pause();
      if (!isOfModule(text, index + whole.length)) continue;
      const target = joined(folderOf(file.path), written);
      const isThere = target !== undefined && folders.byPath(target) !== undefined;
      if (isThere && !found.has(target)) found.set(target, { file, scope: '' });
    }
  }
  return found;
}

/** How far a module may be from its attribute. */
const maxAhead = 1_000;

/** Whether a module without a body is declared behind an attribute. */
function isOfModule(text: string, from: number): boolean {
  const behind = text.slice(from, from + maxAhead);
  const end = behind.search(/[{;]/);
  return behind[end] === ';' && /\bmod\s+\w+\s*$/.test(behind.slice(0, end));
}
