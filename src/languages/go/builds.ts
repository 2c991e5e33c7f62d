/**
 * A Go build selects some files of a package by their names (`_windows.go`) and by `//go:build` constraints. Symbols
 * with the same name in one package are therefore alternatives, and a file sees those of its own build.
 */

import { LruCache } from '../../query/view/lru-cache.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';

/** The tags that are set in a build. */
type Tags = ReadonlySet<string>;
type Constraint = (tags: Tags) => boolean;

const systems =
  'linux darwin windows freebsd netbsd openbsd dragonfly solaris illumos aix android ios js wasip1 plan9 zos'.split(
    ' ',
  );
const processors =
  'amd64 arm64 386 arm wasm riscv64 ppc64le ppc64 s390x loong64 mips mipsle mips64 mips64le ppc sparc64'.split(' ');
const unixes = new Set(systems.filter((each) => !/^(?:windows|js|wasip1|plan9|zos)$/.test(each)));
/** How much of a file is read for its constraint, which precedes the package clause. */
const maxHeadLength = 8_000;

/** Returns the symbols in a common build that includes the file; all of them if there is no such build. */
export async function builtWith(
  view: RefView,
  file: FileVersion,
  symbols: readonly SymbolRecord[],
): Promise<readonly SymbolRecord[]> {
  if (new Set(symbols.map(({ versionId }) => versionId)).size < 2) return symbols;
  const table = await view.files();
  const own = await constraintOf(view, file);
  const tags = firstOf(usualBuilds(own.words), own.holds);
  if (tags === undefined) return symbols;
  const built: SymbolRecord[] = [];
  for (const symbol of symbols) {
    const home = table.byId(symbol.versionId);
    if (home !== undefined && (home.id === file.id || (await constraintOf(view, home)).holds(tags))) built.push(symbol);
  }
  return built.length > 0 ? built : symbols;
}

interface FileConstraint {
  readonly holds: Constraint;
  /** The tags in the constraint. */
  readonly words: readonly string[];
}

async function constraintOf(view: RefView, file: FileVersion): Promise<FileConstraint> {
  const cache = await view.derived(constraintsCache);
  const known = cache.get(file.id);
  return known ?? cache.set(file.id, readConstraint(file.path, await view.store.text(file)));
}

export function readConstraint(path: string, text: string): FileConstraint {
  const head = text.slice(0, maxHeadLength);
  const written = /^\/\/go:build\s+(.*)$/m.exec(head.split(/^package\s/m)[0] as string)?.[1] ?? '';
  const named = tagsOfName(path);
  const inside = readExpression(written);
  const words = new Set(written.match(/[\w.]+/g));
  return {
    holds: (tags) => named.every((tag) => tags.has(tag)) && inside(tags),
    words: [...named, ...[...words].slice(0, maxTags)],
  };
}

function tagsOfName(path: string): string[] {
  const parts = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/(?:_test)?\.go$/, '')
    .split('_')
    .slice(1);
  const last = parts.at(-1) ?? '';
  if (processors.includes(last)) return parts.slice(-2).filter((part) => part === last || systems.includes(part));
  return systems.includes(last) ? [last] : [];
}

/** Each tag is tried with every system and processor. */
const maxTags = 16;
/** Real constraints have a dozen tokens. The parser and the parsed function recurse into each bracket. */
const maxTokens = 200;

/** Parses `a && (b || !c)`; an empty, invalid or very long expression is always true. */
function readExpression(written: string): Constraint {
  const tokens = written.match(/&&|\|\||[!()]|[\w.]+/g) ?? [];
  if (tokens.length > maxTokens) return () => true;
  let at = 0;
  const anyOf = (): Constraint => {
    const parts = [allOf()];
    while (tokens[at] === '||') {
      at++;
      parts.push(allOf());
    }
    return (tags) => parts.some((part) => part(tags));
  };
  const allOf = (): Constraint => {
    const parts = [one()];
    while (tokens[at] === '&&') {
      at++;
      parts.push(one());
    }
    return (tags) => parts.every((part) => part(tags));
  };
  const one = (): Constraint => {
    const token = tokens[at++];
    if (token === '!') {
      const inner = one();
      return (tags) => !inner(tags);
    }
    if (token === '(') {
      const inner = anyOf();
      at++;
      return inner;
    }
    return token === undefined ? () => true : (tags) => tags.has(token) || /^go1\.\d+$/.test(token);
  };
  return anyOf();
}

/** The most common build first; then those of other systems, and those with the tags of the file. */
function* usualBuilds(words: readonly string[]): Generator<Tags> {
  const extra = words.filter((each) => !systems.includes(each) && !processors.includes(each) && each !== 'unix');
  for (const more of extra.length > 0 ? [[], ...extra.map((each) => [each]), extra] : [[]]) {
    for (const system of systems) {
      for (const processor of processors) {
        const family = unixes.has(system) ? ['unix'] : [];
        yield new Set([system, processor, 'gc', 'cgo', ...family, ...more]);
      }
    }
  }
}

function firstOf(builds: Iterable<Tags>, holds: Constraint): Tags | undefined {
  for (const tags of builds) if (holds(tags)) return tags;
  return undefined;
}

function constraintsCache(): LruCache<number, FileConstraint> {
  return new LruCache(4_096);
}
