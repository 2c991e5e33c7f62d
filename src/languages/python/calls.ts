/**
 * Call rules of Python: a module is a value, `self` is a parameter, and a later declaration replaces an earlier one.
 */
import type { ImportFact } from '../../model.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { SymbolRecord } from '../../store/store.ts';
import type { CallRules } from '../call-rules.ts';
import {
  type CodePosition,
  type Entity,
  enclosing,
  functionKinds,
  instanceOf,
  local,
  named,
  type SourceFile,
} from '../entity.ts';
import { wordSet } from '../signature-text.ts';
import { conformsToProtocol, isProtocol, protocolContract, protocols } from './protocols.ts';
import { pythonSignatures, pythonTypes } from './signatures.ts';

const globals = wordSet(
  'str int float bool bytes bytearray dict list set tuple frozenset object type super print open range vars iter next map filter zip Exception',
);

/** Built-in functions whose results are not values of the repository. */
const builtins = wordSet('str int float bool bytes bytearray dict list set tuple frozenset object open range vars');

const constructors = wordSet('__init__ __new__');

export const pythonCalls: CallRules = {
  signatures: pythonSignatures,
  types: pythonTypes,
  names: {
    areBound: true,
    classBodiesAreScopes: true,
    isGlobal: (name) => globals.has(name),
    mayNameModules: true,
    isHiddenFromStar: (name) => name.startsWith('_'),
    // `import a.b` binds `a`.
    async boundImport(_, __, imports, name) {
      const fact = imports.byFirstPart.get(name);
      return fact === undefined ? undefined : { ...fact, source: name };
    },
  },
  members: { areLinearized: true },
  values: {
    own: {
      words: new Set(['self', 'cls']),
      classWord: 'cls',
      entity: async (_, place, word) => ownObject(place, word),
    },
    returnsOutside: (path) => builtins.has(path) || /(?:^|\.)_*\p{Lu}[\p{L}\p{N}_]*$/u.test(path),
    assignments: {
      // The name of an argument has no space behind it.
      pattern:
        /(?:^|[:;])\s*(?<receiver>(?:\w+\.)+)?(?<name>\w+)(?:\s*:[^=]+)?\s+=(?!=)(?=\s*(?!None\b|True\b|False\b|["'[{\d-])(?<value>[^#]*))/g,
      declares: true,
      globals: /^[ \t]+(?:global|nonlocal)[ \t]+([\w, ]+)/gm,
    },
    async importedPath(resolver, place, names, depth) {
      for (let count = names.length; count > 1; count--) {
        const source = names.slice(0, count).join('.');
        const fact = wholeModules(place.source).get(source);
        if (fact === undefined) continue;
        const shadow = await resolver.lookUp(place, names[0] as string, depth + 1);
        if (shadow?.is === 'local' || shadow?.is === 'value') return undefined;
        return { entity: await resolver.importEntity(place.source.file, fact), count };
      }
      return undefined;
    },
  },
  // A decorator may change the parameters.
  sites: {
    hidesArguments: () => true,
    lastDeclarationCounts: true,
    constructors,
    isCalledUnnamed: async ({ view }, symbol) =>
      functionKinds.has(symbol.kind) && (isProtocolMethod(symbol) || isFixture(view, symbol)),
    assignedAs: ({ name, scope }) => [scope === '' ? name : `${scope}.${name}`],
  },
  guesses: {
    commonMethods: wordSet(
      'get set add update pop append extend insert remove clear copy items keys values setdefault sort reverse index count join split rsplit ' +
        'strip lstrip rstrip replace format startswith endswith lower upper title encode decode find rfind read write readline readlines ' +
        'close open flush seek tell group groups match search sub findall send recv connect execute fetchone fetchall commit rollback cursor ' +
        'isoformat strftime total_seconds date time now parse save delete create filter exclude all first last exists order_by run start stop ' +
        'discard union difference intersection issubset popitem splitlines partition isdigit debug info warning error exception log',
    ),
  },
  // A name with two leading underscores belongs to its class alone.
  dispatch: {
    isFixed: ({ name }) => name.startsWith('__') && !name.endsWith('__'),
    isContract: isProtocol,
    contractOf: protocolContract,
    contracts: protocols,
    conforms: conformsToProtocol,
  },
};

/** The imports of whole modules under their own names, by path. A file may have thousands, and as many chains of names. */
function wholeModules({ imports }: SourceFile): ReadonlyMap<string, ImportFact> {
  const known = knownModules.get(imports);
  if (known !== undefined) return known;
  const found = new Map<string, ImportFact>();
  for (const fact of imports) {
    const isWhole = fact.name === undefined && fact.alias === undefined;
    if (isWhole && !found.has(fact.source)) found.set(fact.source, fact);
  }
  knownModules.set(imports, found);
  return found;
}

const knownModules = new WeakMap<readonly ImportFact[], ReadonlyMap<string, ImportFact>>();

/** `__len__`, `__enter__`: operators, statements and built-in functions call it. */
function isProtocolMethod({ name }: SymbolRecord): boolean {
  return /^__\w+__$/.test(name) && !constructors.has(name);
}

/** Tests get a fixture by naming a parameter like it. */
async function isFixture(view: RefView, { versionId, lineStart }: SymbolRecord): Promise<boolean> {
  const file = (await view.files()).byId(versionId);
  if (file === undefined || (await view.store.referencesNamedIn(file, 'fixture')).length === 0) return false;
  const lines = (await view.store.text(file)).split('\n');
  // The decorators are above the function.
  for (let at = lineStart - 1; at >= 0; at--) {
    const line = lines[at] ?? '';
    if (/^\s*@(?:\w+\.)*fixture\b/.test(line)) return true;
    if (at < lineStart - 1 && /^\s*$|^\s*(?:def|class|return)\b/.test(line)) return false;
  }
  return false;
}

/** The first parameter of the enclosing method, through nested functions. */
function ownObject(place: CodePosition, word: string): Entity | undefined {
  for (const symbol of enclosing(place)) {
    if (!functionKinds.has(symbol.kind)) break;
    const [first] = pythonSignatures.functionParts(symbol.signature, symbol.name)?.parameters ?? [];
    if (first?.name !== word) continue;
    const holder = place.source.symbols[symbol.parent];
    if (holder?.kind !== 'class') return local;
    return word === 'cls' ? named([holder]) : instanceOf(holder);
  }
  return undefined;
}
