/**
 * The hierarchy of a symbol: the symbols that enclose it, up to the top of its file, or the symbols inside it. A type
 * contains its methods even if they are declared outside of it. If several symbols in one file have the name, ancestors
 * start at the first definition (an impl only if there is no other), and every one is a root of the descendants.
 */
import type { SymbolRecord } from '../../store/store.ts';
import { findAnchors, likeliestAnchor } from '../names/find-anchor.ts';
import { readHandle } from '../names/written/symbol-handle.ts';
import type { ParametersOf } from '../parameters/parameters.ts';
import { pathParameter, refParameter, symbolNameParameter } from '../parameters/shared-parameters.ts';
import { outsideMembers, typeAround } from '../resolve/symbols/outside-members.ts';
import { definitionWarnings } from '../resolve/symbols/unindexed-definitions.ts';
import { needsOfSymbol } from '../search/live-search.ts';
import type { Answer } from '../shapes/answer.ts';
import { namedFields, type SignatureShape, symbolFields } from '../shapes/symbol-shape.ts';
import { parseTroubleOf } from '../view/missing-symbols.ts';
import type { RefView } from '../view/ref-view.ts';
import { oneRefCapability } from './capability.ts';

export const symbolHierarchyParameters = {
  symbol_name: symbolNameParameter,
  path: pathParameter,
  ref: refParameter,
  direction: {
    type: 'choice',
    values: ['ancestors', 'descendants'],
    default: 'ancestors',
    description: 'ancestors: from the symbol to its root; descendants: the tree below it',
  },
} as const;

export const symbolHierarchyCapability = oneRefCapability({
  name: 'get_symbol_hierarchy',
  title: 'Parents or members of a symbol',
  description:
    'The symbols that enclose a symbol (ancestors: class, module) or that it contains (descendants). Nesting, not inheritance.',
  parameters: symbolHierarchyParameters,
  maxTokens: 4000,
  cuts: { lists: [[{ at: 'hierarchy', rank: (_, depth) => depth }]], narrowedBy: ['symbol_name', 'path'] },
  example: { symbol_name: 'validate_token' },
  answer: symbolHierarchy,
  live: ({ symbol_name, path }) => ({ ...needsOfSymbol(symbol_name, path), mentions: true, imports: true }),
});

export interface HierarchyNode extends Pick<SignatureShape, (typeof namedFields)[number]> {
  readonly signature?: string;
  readonly depth: number;
  readonly children?: readonly HierarchyNode[];
}

export interface SymbolHierarchyAnswer extends Answer {
  readonly hierarchy: readonly HierarchyNode[];
  readonly direction: 'ancestors' | 'descendants';
  readonly chain_length: number;
}

export async function symbolHierarchy(
  view: RefView,
  { symbol_name, path, direction }: ParametersOf<typeof symbolHierarchyParameters>,
): Promise<SymbolHierarchyAnswer> {
  const found = await findAnchors(view, symbol_name, path);
  const anchors = readHandle(symbol_name) === undefined ? found : ([found[0]] as const);
  const start = likeliestAnchor(anchors);
  const tree = new FileTree(view);
  const hierarchy =
    direction === 'ancestors' ? await ancestorsOf(tree, start) : await descendantsOf(tree, withoutInner(anchors));
  const namesakes = anchors.filter((symbol) => symbol.kind !== 'impl').length;
  const warnings =
    direction === 'ancestors' && namesakes > 1
      ? [
          `${namesakes} symbols in ${start.path} are named ${symbol_name}; this is the first, at line ${start.lineStart}. ` +
            'Qualify the name (Type.method, module::name) to choose another.',
        ]
      : [];
  // A path or an id leaves no doubt about the symbol, but types may have members in other files.
  const isChosen = path !== undefined || readHandle(symbol_name) !== undefined;
  const missing =
    isChosen && direction === 'ancestors'
      ? []
      : await definitionWarnings(view, { written: start.name, isKnown: true, files: { admits: tree.isElsewhere } });
  const troubles = [...(await tree.troubles()), ...missing];
  return {
    hierarchy,
    direction,
    chain_length: count(hierarchy),
    metadata: {
      result_completeness: troubles.length > 0 ? 'partial' : 'complete',
      ...(warnings.length + troubles.length > 0 ? { warnings: [...warnings, ...troubles] } : {}),
    },
  };
}

async function ancestorsOf(tree: FileTree, start: SymbolRecord): Promise<HierarchyNode[]> {
  const chain: HierarchyNode[] = [];
  const seen = new Set<number>();
  for (let symbol: SymbolRecord | undefined = start; symbol !== undefined; symbol = await tree.parentOf(symbol)) {
    if (seen.has(symbol.id)) break;
    seen.add(symbol.id);
    chain.push(nodeOf(tree.view, symbol, chain.length));
  }
  return chain;
}

async function descendantsOf(tree: FileTree, roots: readonly SymbolRecord[]): Promise<HierarchyNode[]> {
  const seen = new Set<number>();
  const grow = async (symbols: readonly SymbolRecord[], depth: number): Promise<HierarchyNode[]> => {
    const nodes: HierarchyNode[] = [];
    for (const symbol of symbols) {
      if (seen.has(symbol.id)) continue;
      seen.add(symbol.id);
      await tree.view.pause();
      const children = await grow(await tree.childrenOf(symbol), depth + 1);
      nodes.push({ ...nodeOf(tree.view, symbol, depth), ...(children.length === 0 ? {} : { children }) });
    }
    return nodes;
  };
  return grow(roots, 0);
}

/** The nesting of symbols in the files that a hierarchy passes through. */
class FileTree {
  readonly view: RefView;
  readonly #files = new Map<string, Promise<FileSymbols>>();

  constructor(view: RefView) {
    this.view = view;
  }

  async parentOf(symbol: SymbolRecord): Promise<SymbolRecord | undefined> {
    const { symbols } = await this.#fileOf(symbol);
    return (await typeAround(this.view, symbol, symbols)) ?? symbols[symbol.parent];
  }

  /** Whether a file was not read. */
  readonly isElsewhere = ({ path }: { readonly path: string }): boolean => !this.#files.has(path);

  /** Why symbols may be missing from the files that were read. */
  async troubles(): Promise<string[]> {
    const files = await Promise.all(this.#files.values());
    return files.flatMap(({ trouble }) => trouble ?? []);
  }

  /** In file order; members in other files follow. */
  async childrenOf(symbol: SymbolRecord): Promise<SymbolRecord[]> {
    const { symbols, below } = await this.#fileOf(symbol);
    const inside = below.get(symbol.position) ?? [];
    return [...inside, ...(await outsideMembers(this.view, symbol, symbols))].sort((a, b) =>
      a.path === b.path ? a.lineStart - b.lineStart : Number(a.path !== symbol.path) - Number(b.path !== symbol.path),
    );
  }

  #fileOf({ path }: SymbolRecord): Promise<FileSymbols> {
    const known = this.#files.get(path) ?? this.#read(path);
    this.#files.set(path, known);
    return known;
  }

  async #read(path: string): Promise<FileSymbols> {
    const file = await this.view.store.file(this.view.ref, path);
    const symbols = file === undefined ? [] : await this.view.store.symbols(file);
    const below = new Map<number, SymbolRecord[]>();
    for (const symbol of symbols) {
      const siblings = below.get(symbol.parent);
      if (siblings === undefined) below.set(symbol.parent, [symbol]);
      else siblings.push(symbol);
    }
    return { symbols, below, trouble: file && parseTroubleOf(file) };
  }
}

interface FileSymbols {
  readonly symbols: readonly SymbolRecord[];
  readonly below: ReadonlyMap<number, SymbolRecord[]>;
  readonly trouble: string | undefined;
}

/** Drops roots nested in another root, such as a constructor in its class: they appear below it. */
function withoutInner(roots: readonly SymbolRecord[]): SymbolRecord[] {
  const positions = new Set(roots.map(({ position }) => position));
  return roots.filter(({ parent }) => !positions.has(parent));
}

function nodeOf(view: RefView, symbol: SymbolRecord, depth: number): HierarchyNode {
  return {
    ...symbolFields(view, symbol, namedFields),
    ...(symbol.signature === '' ? {} : { signature: symbol.signature }),
    depth,
  };
}

function count(nodes: readonly HierarchyNode[]): number {
  return nodes.reduce((sum, node) => sum + 1 + count(node.children ?? []), 0);
}
