/**
 * Call rules are what a language means by its names, members, values and call sites. The resolver in `src/query/resolve`
 * is the same for all languages and asks these where they differ; a rule that is absent has the default that it names.
 */
import type { ImportFact, ReferenceFact } from '../model.ts';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../store/store.ts';
import type { CodePosition, Entity, SourceFile, Type } from './entity.ts';
import type { Signatures } from './signatures.ts';
import type { TypeTexts } from './type-texts.ts';

export interface CallRules {
  /** How signatures are read. Default: `name(a: Type = value): Type`. */
  readonly signatures?: Signatures;
  /** How written types are read. Default: `Name<Argument> | null`. */
  readonly types?: TypeTexts;
  readonly names?: NameRules;
  readonly members?: MemberRules;
  readonly values?: ValueRules;
  readonly sites?: SiteRules;
  readonly guesses?: GuessRules;
}

/** What rules may ask of the resolver. `depth` counts the steps taken so far; it grows with each that a rule takes. */
export interface Resolver {
  readonly view: RefView;
  sourceOf(symbol: SymbolRecord): Promise<SourceFile>;
  /** What a bare name means at a place. */
  lookUp(place: CodePosition, name: string, depth: number): Promise<Entity | undefined>;
  /** What a path of names means at a place, as types and bases are written. */
  pathEntity(place: CodePosition, path: string, depth: number): Promise<Entity | undefined>;
  /** What one import of a file leads to. */
  importEntity(file: FileVersion, fact: ImportFact): Promise<Entity | undefined>;
  /** The files that a file imports. */
  importedBy(file: FileVersion): Promise<readonly FileVersion[]>;
  /** What a variable, parameter or field stands for, by its origin. */
  originEntity(place: CodePosition, origin: string, depth: number): Promise<Entity | undefined>;
  /** What a chain of names, calls and indexes leads to. */
  evaluate(place: CodePosition, chain: string, depth: number): Promise<Entity | undefined>;
  /** A member of whatever an entity is. */
  memberEntity(entity: Entity, name: string, depth: number): Promise<Entity | undefined>;
  /** The nearest members of a type, its bases included. */
  membersOf(type: SymbolRecord, name: string, depth: number): Promise<readonly SymbolRecord[]>;
  /** The types that a type takes members from. */
  basesOf(type: SymbolRecord, depth: number): Promise<readonly SymbolRecord[]>;
  /** The type that a place belongs to: what `self` and `this` mean there. */
  ownTypeAt(place: CodePosition): Promise<SymbolRecord | undefined>;
  /** The symbols that declare a type; `outside` if it is none of the repository's. */
  typeSymbols(type: Type, depth: number): Promise<readonly SymbolRecord[] | 'outside' | undefined>;
}

/** What a name means where it stands. */
export interface NameRules {
  /** Names that the language brings along: what has one and is found nowhere is none of the repository's. Default: none. */
  isGlobal?(name: string): boolean;
  /** Whether a symbol goes by its name alone. Default: all but impls. */
  isBareName?(symbol: SymbolRecord): boolean;
  /** Of namesakes in one scope, those that a place sees. Default: all. */
  visibleAt?(
    resolver: Resolver,
    place: CodePosition,
    symbols: readonly SymbolRecord[],
  ): Promise<readonly SymbolRecord[]>;
  /** What a name means in the module around a place, where a module sees nothing of what is around it. Default: the file is the scope. */
  inModule?(resolver: Resolver, place: CodePosition, name: string): Promise<Entity | undefined>;
  /** What the other files of the package declare under a name. Default: nothing. */
  inPackage?(resolver: Resolver, file: FileVersion, name: string): Promise<readonly SymbolRecord[]>;
  /** What a path means, given its parts. Default: the first is looked up, the others are members. */
  pathEntity?(
    resolver: Resolver,
    place: CodePosition,
    parts: readonly string[],
    depth: number,
  ): Promise<Entity | undefined>;
  /** Of imports that bind no name, the one that makes `name` known. Default: the one whose source starts with it. */
  boundImport?(
    resolver: Resolver,
    file: FileVersion,
    imports: readonly ImportFact[],
    name: string,
  ): Promise<ImportFact | undefined>;
  /** Whether an import that was found to bind no other name makes `name` known. Default: yes. */
  bindsName?(fact: ImportFact, files: readonly FileVersion[], name: string): boolean;
  /** What an import leads to. Default: what the import rules say. */
  importEntity?(resolver: Resolver, file: FileVersion, fact: ImportFact): Promise<Entity | undefined>;
  /** A name that is imported, or taken from a module, may be that of a module inside of it. */
  readonly mayNameModules?: boolean;
  /** Whether an import of everything leaves a name out. Default: no. */
  isHiddenFromStar?(name: string): boolean;
  /** Whether other modules may take a symbol from its own. Default: yes. */
  isOffered?(symbol: SymbolRecord): boolean;
}

/** Where the members of a type are found. */
export interface MemberRules {
  /** The members that belong to a type itself. `isOwn` tells them by their scope. Default: those in its file. */
  ownMembers?(
    resolver: Resolver,
    type: SymbolRecord,
    file: FileVersion,
    name: string,
    isOwn: (symbol: SymbolRecord) => boolean,
  ): Promise<readonly SymbolRecord[]>;
  /** The types that a type takes members from. Default: those that its signature names. */
  baseTypes?(resolver: Resolver, type: SymbolRecord): Promise<readonly Type[]>;
  /** An alias is the type itself: the members of what it stands for come before its own. */
  readonly aliasIsType?: boolean;
  /** A type may have members that nobody can see from its declaration, so a member that is not found may still be there. */
  readonly areOpen?: boolean;
  /** The type that an impl is one of. */
  implementedType?(resolver: Resolver, impl: SymbolRecord): Promise<SymbolRecord | undefined>;
  /** Whether a function in something that is no type belongs to it as a method does. Default: no. */
  belongsToHolder?(symbol: SymbolRecord): boolean;
}

/** What an expression gives. */
export interface ValueRules {
  readonly own?: OwnWords;
  /** The name of the object in front of a method's name, as its signature gives it (Go). */
  receiverIn?(signature: string): string | undefined;
  /** Members that are the value itself (`future.await`). */
  readonly sameValue?: ReadonlySet<string>;
  /** The type of a value after a method of the language's own wrappers, given its written type. Default: the method is looked up. */
  passedThrough?(written: string, method: string): string | undefined;
  /** An import that several names stand for (`a.b.c`): what it leads to, and how many of the names it takes. */
  importedPath?(
    resolver: Resolver,
    place: CodePosition,
    names: readonly string[],
    depth: number,
  ): Promise<{ readonly entity: Entity | undefined; readonly count: number } | undefined>;
  /** What a call of a symbol gives that is neither function nor type. Default: that cannot be told. */
  calledValue?(resolver: Resolver, symbol: SymbolRecord): Promise<Entity | undefined>;
}

/** The words for the object whose method is running, and for its class. */
export interface OwnWords {
  readonly words: ReadonlySet<string>;
  /** The one that may be called: `cls()`, `Self { … }`. */
  readonly classWord?: string;
  entity(resolver: Resolver, place: CodePosition, word: string): Promise<Entity | undefined>;
}

/** What a call site may mean. */
export interface SiteRules {
  /** What the site refers to, where its form says so; nothing where the general rules apply. */
  entityAt?(
    resolver: Resolver,
    place: CodePosition,
    site: ReferenceFact,
  ): Promise<{ readonly entity: Entity | undefined } | undefined>;
  /** Whether a site can mean a symbol of this kind; nothing where the general rule applies. */
  isCallable?(symbol: SymbolRecord, site: ReferenceFact): boolean | undefined;
  /** Whether a file may name a symbol of another one that is not public. Default: yes. */
  isVisible?(view: RefView, file: FileVersion, home: FileVersion, symbol: SymbolRecord): Promise<boolean>;
  /** Of several symbols, those that are built together with a file. Default: all. */
  builtWith?(view: RefView, file: FileVersion, symbols: readonly SymbolRecord[]): Promise<readonly SymbolRecord[]>;
  /** A declaration replaces those of its name above it. */
  readonly lastDeclarationCounts?: boolean;
  /** A function may be called with any number of arguments. */
  readonly takesAnyArguments?: boolean;
  /** A method may be called with its own object as the first argument. */
  readonly ownObjectIsArgument?: boolean;
  /** `new` makes objects of functions, too. */
  readonly constructsFunctions?: boolean;
  /** Methods that a construction of their class calls. */
  readonly constructors?: ReadonlySet<string>;
  /** Names besides its own under which others take a symbol. Default: none. */
  otherNames?(symbol: SymbolRecord): readonly string[];
  /** Whether a file can call a symbol at all, as far as that is told without reading it. Default: yes. */
  mayCall?(view: RefView, file: FileVersion, symbol: SymbolRecord): Promise<boolean>;
  /** Whether a site can mean a symbol, as far as the site tells. Default: yes. */
  mayMean?(site: ReferenceFact, file: FileVersion, symbol: SymbolRecord): boolean;
}

/** What a call on something unknown may mean. */
export interface GuessRules {
  /** Methods that many types have, the language's own among them: a call of one on something unknown says nothing. */
  readonly commonMethods?: ReadonlySet<string>;
  /** Whether a function in a type is called on a value. Default: what is a `method`. */
  isMethod?(symbol: SymbolRecord): boolean;
  /** What is meant before all others. */
  likeliest?(resolver: Resolver, source: SourceFile, name: string): Promise<SymbolRecord | undefined>;
  /** Whether a file can see another one. Default: it imports it, or imports one that does. */
  canSee?(resolver: Resolver, file: FileVersion, target: FileVersion): Promise<boolean>;
}
