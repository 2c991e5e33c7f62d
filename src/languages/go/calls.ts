/** Call rules of Go: names belong to packages, methods to types of the package, and types embed other types. */
import type { ReferenceFact } from '../../model.ts';
import { importsOf } from '../../query/view/file-facts.ts';
import { folderOf } from '../../query/view/folder-table.ts';
import type { RefView } from '../../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../../store/store.ts';
import type { CallRules } from '../call-rules.ts';
import { outside, typeKinds } from '../entity.ts';
import { wordSet } from '../signature-text.ts';
import { builtWith } from './builds.ts';
import { embeddedTypes } from './embedded-types.ts';
import { contractOf, implementsInterface } from './method-sets.ts';
import { importCalled, importedPackage, isSamePackage, namedInPackage, packageFiles } from './packages.ts';
import { hasSameSignature } from './same-signature.ts';
import { goSignatures, goTypes } from './signatures.ts';

export const goCalls: CallRules = {
  signatures: goSignatures,
  types: goTypes,
  names: {
    areBound: true,
    // All variables and all declarations of a package are indexed.
    isGlobal: () => true,
    inPackage: ({ view }, file, name) => namedInPackage(view, file, name),
    boundImport: ({ view }, file, imports, name) => importCalled(view, file, imports, name),
    // The package clause names a package; its path is only a hint.
    bindsName: (fact, files, name) => fact.alias === name || files.some(({ module }) => module === name),
    async importEntity({ view }, file, fact) {
      const files = await importedPackage(view, file, fact.source);
      return files.length === 0 ? outside : { is: 'module', files };
    },
    // Unexported symbols are not visible to other packages.
    isOffered: ({ visibility }) => visibility === 'public',
  },
  members: {
    // A type that is declared twice is declared for two builds; the caller's build is chosen later.
    async ownMembers({ view }, _, file, __, inFiles) {
      return inFiles(await packageFiles(view, file));
    },
    baseTypes: embeddedTypes,
  },
  values: {
    // Functions of these packages return elements of what they are given.
    returnsOutside: (path) => !/^(?:slices|maps|iter|lo|cmp)\./.test(path),
    receiverIn: (signature) => /^func \((\w+)/.exec(signature)?.[1],
  },
  sites: {
    // A conversion to a type looks like a call of it.
    isCallable: (symbol, { kind }) => (typeKinds.has(symbol.kind) ? kind === 'construct' : undefined),
    isVisible: async (_, file, home) => isSamePackage(file, home),
    // One argument may be a call with several results.
    hidesArguments: (args) => args === 1,
    builtWith,
    mayCall,
    mayMean,
  },
  guesses: {
    commonMethods: wordSet(
      'Error String Close Read Write Len Less Swap Lock Unlock RLock RUnlock Add Done Wait Get Set Delete Has Next Name Type Value Key Size ' +
        'Format Print Printf Println Errorf Fatalf Fatal Logf Log Run Start Stop Reset Flush Seek Unwrap Is As MarshalJSON UnmarshalJSON ' +
        'Copy Equal Compare Contains Insert Update Create List Scan Do Call New Init Load Store Method Interface Kind Elem Index',
    ),
    async canSee(resolver, file, target) {
      if (folderOf(target.path) === folderOf(file.path)) return target.module === file.module;
      return (await resolver.importedBy(file)).some(({ id }) => id === target.id);
    },
  },
  dispatch: {
    isSubtype: implementsInterface,
    contractOf,
    fits: hasSameSignature,
    // Only interfaces dispatch. A struct that embeds one has its methods.
    openTypes(types, holder) {
      const interfaces = types.filter(({ kind }) => kind === 'interface');
      return interfaces.length > 0 ? interfaces : [holder].filter(({ kind }) => kind === 'interface');
    },
  },
};

/**
 * A function can be called from another package only if that package imports its own, which is known from the paths.
 */
async function mayCall(view: RefView, file: FileVersion, symbol: SymbolRecord): Promise<boolean> {
  const folder = folderOf(symbol.path);
  if (folderOf(file.path) === folder) return true;
  if (symbol.visibility !== 'public') return false;
  if (symbol.scope !== '' || (await isModuleRoot(view, folder))) return true;
  const last = folder.slice(folder.lastIndexOf('/') + 1);
  return (await importsOf(view, file)).some(({ source }) => source.endsWith(last));
}

async function isModuleRoot(view: RefView, folder: string): Promise<boolean> {
  return (await view.files()).byPath(folder === '' ? 'go.mod' : `${folder}/go.mod`) !== undefined;
}

/**
 * A function is qualified by its package elsewhere, and bare in its own package and where that is imported with a dot; a
 * method always has a receiver.
 */
function mayMean(
  view: RefView,
  file: FileVersion,
  site: ReferenceFact,
  symbol: SymbolRecord,
): boolean | Promise<boolean> {
  if (symbol.scope !== '') return site.receiver !== undefined;
  if (site.receiver !== undefined) return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(site.receiver);
  if (folderOf(file.path) === folderOf(symbol.path) || site.kind === 'construct') return true;
  return symbol.visibility === 'public' && hasDotImport(view, file);
}

async function hasDotImport(view: RefView, file: FileVersion): Promise<boolean> {
  return (await importsOf(view, file)).some(({ name }) => name === '*');
}
