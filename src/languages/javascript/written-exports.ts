/**
 * Exports of a TypeScript or JavaScript file under a name other than the declared one, parsed from its text:
 * `export { a as b }`, `export default a`, `module.exports = a`, `exports.b = a`.
 */

import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion } from '../../store/store.ts';
import { respellJavaScript } from '../respellings.ts';

/** The name for a module as a whole, which is the result of `require`. */
export const wholeModule = 'module.exports';

/** The local names by exported name, including `default` and `wholeModule`. */
export async function writtenExports(view: RefView, file: FileVersion): Promise<ReadonlyMap<string, string>> {
  const cache = await view.derived(exportsCache);
  return cache.get(file.id) ?? cache.set(file.id, exportsIn(respelledText(await view.store.text(file))));
}

function respelledText(written: string): string {
  return respellJavaScript(written)?.text ?? written;
}

const maxExports = 100_000;

function exportsCache(): LruCache<number, ReadonlyMap<string, string>> {
  return new LruCache(maxExports, (exports) => 1 + exports.size);
}

// A brace ends the list, so that an unclosed one is not scanned again from each that follows it.
const list = /^[ \t]*export\s*(?:type\s*)?\{([^{}]*)\}(?!\s*from\b)/gm;
const defaultName =
  /^[ \t]*export\s+default\s+(?:(?:abstract\s+)?class\s+|(?:async\s+)?function\b\s*(?:\*\s*)?|interface\s+)?([\p{L}_$][\p{L}\p{N}_$]*)/mu;
const exportEquals = /^[ \t]*export\s*=\s*([\p{L}_$][\p{L}\p{N}_$]*)[ \t]*(?:;[ \t]*)?\r?$/mu;
const wholeName =
  /(?:^|[;\s])(?:(?:var|let|const)\s+([\w$]+)\s*=\s*)?(?:exports\s*=\s*)?module\.exports\s*=\s*(?:exports\s*=\s*)?(?:(?:(?:async\s+)?function\b\s*(?:\*\s*)?|class\s+)([\w$]+)|([\w$]+)\s*(?:[;\n]|$)|(\{))?/g;
const member = /(?:^|[;\s])(?:module\.)?exports\.([\w$]+)\s*=\s*([\w$]+)\s*(?:[;\n]|$)/g;
/** A comment, a string or a character; what has no end extends to the end of its line or of the text. */
const objectPart =
  /\/\/.*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?|[\s\S]/g;
/** A larger object literal is data. */
const maxObjectLength = 20_000;

export function exportsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (exported: string | undefined, local: string | undefined) => {
    if (exported !== undefined && local !== undefined && !found.has(exported)) found.set(exported, local);
  };
  for (const [, entries = ''] of text.matchAll(list)) {
    for (const entry of withoutComments(entries).split(',')) {
      const [, local, exported] = /^\s*(?:type\s+)?([^\s'"]+)(?:\s+as\s+(\S+))?\s*$/.exec(entry) ?? [];
      add((exported ?? local)?.replace(/^["']|["']$/g, ''), local);
    }
  }
  add('default', defaultName.exec(text)?.[1]);
  add(wholeModule, exportEquals.exec(text)?.[1]);
  if (text.includes('exports')) {
    let readTo = 0;
    for (const match of text.matchAll(wholeName)) {
      // Inside an object that was read; reading it again from each match would take quadratic time.
      if (match.index + match[0].length < readTo) continue;
      add(wholeModule, match[1] ?? match[2] ?? match[3]);
      if (match[4] === undefined) continue;
      const start = match.index + match[0].length;
      const object = objectIn(text.slice(start, start + maxObjectLength));
      for (const [exported, local] of object.pairs) add(exported, local);
      readTo = start + object.length;
    }
    for (const match of text.matchAll(member)) add(match[1], match[2]);
  }
  return found;
}

/** The entries of an object literal that are names (`a`, `b: c`), starting after its opening brace. */
function objectIn(text: string): { pairs: [exported: string, local: string][]; length: number } {
  const pairs: [exported: string, local: string][] = [];
  let depth = 0;
  let entry = '';
  for (const { index, 0: part } of text.matchAll(objectPart)) {
    if (part.length > 1 && part.startsWith('/')) continue;
    const isEnd = depth === 0 && (part === ',' || part === '}');
    if (isEnd) {
      const [, exported, local] = /^\s*["']?([\w$]+)["']?\s*(?::\s*([\w$]+)\s*)?$/.exec(entry) ?? [];
      if (exported !== undefined) pairs.push([exported, local ?? exported]);
      if (part === '}') return { pairs, length: index + 1 };
      entry = '';
      continue;
    }
    if (/^[([{]$/.test(part)) depth++;
    else if (/^[)\]}]$/.test(part)) depth--;
    entry += part;
  }
  return { pairs, length: text.length };
}

function withoutComments(text: string): string {
  return text.replace(/\/\/.*|\/\*(?:[\s\S]*?\*\/|[\s\S]*)/g, '');
}
