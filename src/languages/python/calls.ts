/**
 * Call rules of Python: a module is a value, `self` is a parameter, and a later declaration replaces an earlier one.
 */
import type { CallRules } from '../call-rules.ts';
import { type CodePosition, type Entity, enclosing, functionKinds, instanceOf, local, named } from '../entity.ts';
import { wordSet } from '../signature-text.ts';
import { conformsToProtocol, isProtocol, protocolContract, protocols } from './protocols.ts';
import { pythonSignatures, pythonTypes } from './signatures.ts';

const globals = wordSet(
  'str int float bool bytes bytearray dict list set tuple frozenset object type super print open range vars iter next map filter zip Exception',
);

/** Built-in functions whose results are not values of the repository. */
const builtins = wordSet('str int float bool bytes bytearray dict list set tuple frozenset object open range vars');

export const pythonCalls: CallRules = {
  signatures: pythonSignatures,
  types: pythonTypes,
  names: {
    areBound: true,
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
    async importedPath(resolver, place, names, depth) {
      for (let count = names.length; count > 1; count--) {
        const source = names.slice(0, count).join('.');
        const fact = place.source.imports.find(
          (each) => each.source === source && each.name === undefined && each.alias === undefined,
        );
        if (fact === undefined) continue;
        const shadow = await resolver.lookUp(place, names[0] as string, depth + 1);
        if (shadow?.is === 'local' || shadow?.is === 'value') return undefined;
        return { entity: await resolver.importEntity(place.source.file, fact), count };
      }
      return undefined;
    },
  },
  // A decorator may change the parameters.
  sites: { hidesArguments: () => true, lastDeclarationCounts: true, constructors: new Set(['__init__', '__new__']) },
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
