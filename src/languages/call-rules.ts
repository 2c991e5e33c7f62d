/**
 * Call rules define the meaning of names, members, values and call sites in a language. The resolver in
 * `src/query/resolve` is the same for all languages and uses these rules where languages differ; absent rules have the
 * default named below.
 */
import type { ImportFact, ReferenceFact } from '../model.ts';
import type { RefView } from '../query/view/ref-view.ts';
import type { FileVersion, SymbolRecord } from '../store/store.ts';
import type { CodePosition, Entity, SourceFile, Type, UnnamedImports } from './entity.ts';
import type { Signatures } from './signatures.ts';
import type { TypeTexts } from './type-texts.ts';

export interface CallRules {
  /** Parses signatures. Default: `name(a: Type = value): Type`. */
  readonly signatures?: Signatures;
  /** Parses the text of types. Default: `Name<Argument> | null`. */
  readonly types?: TypeTexts;
  readonly names?: NameRules;
  readonly members?: MemberRules;
  readonly values?: ValueRules;
  readonly sites?: SiteRules;
  readonly guesses?: GuessRules;
  readonly dispatch?: DispatchRules;
}

/** The functions of the resolver for rules. `depth` counts the steps so far; rules add one for each step they take. */
export interface Resolver {
  readonly view: RefView;
  /** Notes that what is resolved rests on one of several possibilities, so it is no proof. */
  assume(): void;
  sourceOf(symbol: SymbolRecord): Promise<SourceFile>;
  /** Looks up a bare name at a position. */
  lookUp(place: CodePosition, name: string, depth: number): Promise<Entity | undefined>;
  /** Resolves a path of names at a position, as written in types and bases. */
  pathEntity(place: CodePosition, path: string, depth: number): Promise<Entity | undefined>;
  /** Returns the entity that an import refers to. */
  importEntity(file: FileVersion, fact: ImportFact): Promise<Entity | undefined>;
  /** Returns the files that a file imports. */
  importedBy(file: FileVersion): Promise<readonly FileVersion[]>;
  /** Resolves the origin of a variable, parameter or field. */
  originEntity(place: CodePosition, origin: string, depth: number): Promise<Entity | undefined>;
  /** Resolves a chain of names, calls and indexes. */
  evaluate(place: CodePosition, chain: string, depth: number): Promise<Entity | undefined>;
  /** Returns a member of an entity. */
  memberEntity(entity: Entity, name: string, depth: number): Promise<Entity | undefined>;
  /** Returns the nearest members of a type, including its bases. */
  membersOf(type: SymbolRecord, name: string, depth: number): Promise<readonly SymbolRecord[]>;
  /** Returns the types that a type inherits members from. */
  basesOf(type: SymbolRecord): Promise<readonly SymbolRecord[]>;
  /** Returns the type around a position: the meaning of `self` and `this` there. */
  ownTypeAt(place: CodePosition): Promise<SymbolRecord | undefined>;
  /**
   * Returns the symbols that declare a type; `outside` if it is not declared in the repository, `opaque` if types of the
   * repository may implement it.
   */
  typeSymbols(type: Type, depth: number): Promise<readonly SymbolRecord[] | 'outside' | 'opaque' | undefined>;
}

/** The meaning of names. */
export interface NameRules {
  /** A file shows where each of its bare names comes from, so one that is not found is outside of the repository. */
  readonly areBound?: boolean;
  /** Built-in names: one that is not found elsewhere is outside of the repository. Default: none. */
  isGlobal?(name: string): boolean;
  /** Whether a symbol can be referred to by its bare name. Default: all but impls. */
  isBareName?(symbol: SymbolRecord): boolean;
  /** Code directly in the body of a class sees the members declared above it by their bare names. Default: no. */
  readonly classBodiesAreScopes?: boolean;
  /** A module may have several parts: whether the others see a symbol of one by its bare name. Default: no. */
  sharesBetweenParts?(symbol: SymbolRecord): boolean;
  /** Selects the symbols visible at a position, among those with one name in one scope. Default: all. */
  visibleAt?(
    resolver: Resolver,
    place: CodePosition,
    symbols: readonly SymbolRecord[],
  ): Promise<readonly SymbolRecord[]>;
  /**
   * Looks up a name in the module around a position, if a module does not see its surroundings. Default: the file is
   * the scope.
   */
  inModule?(resolver: Resolver, place: CodePosition, name: string): Promise<Entity | undefined>;
  /** The symbols that other files of the package declare under a name. Default: none. */
  inPackage?(resolver: Resolver, file: FileVersion, name: string): Promise<readonly SymbolRecord[]>;
  /** Resolves a path, given its parts. Default: the first is looked up, the others are members. */
  pathEntity?(
    resolver: Resolver,
    place: CodePosition,
    parts: readonly string[],
    depth: number,
  ): Promise<Entity | undefined>;
  /**
   * Selects the import that binds `name`, among imports without an explicit name. Default: the one whose source starts
   * with it.
   */
  boundImport?(
    resolver: Resolver,
    file: FileVersion,
    imports: UnnamedImports,
    name: string,
  ): Promise<ImportFact | undefined>;
  /** Whether an import that may bind `name` does so. Default: yes. */
  bindsName?(fact: ImportFact, files: readonly FileVersion[], name: string): boolean;
  /** Resolves an import. Default: by the import rules. */
  importEntity?(resolver: Resolver, file: FileVersion, fact: ImportFact): Promise<Entity | undefined>;
  /** A name that is imported, or a member of a module, may be a submodule. */
  readonly mayNameModules?: boolean;
  /** Whether a star import excludes a name. Default: no. */
  isHiddenFromStar?(name: string): boolean;
  /** Whether other modules may import a symbol. Default: yes. */
  isOffered?(symbol: SymbolRecord): boolean;
}

/** The members of types. */
export interface MemberRules {
  /** The members of a type itself. `inFiles` returns those in its scope. Default: those in its file. */
  ownMembers?(
    resolver: Resolver,
    type: SymbolRecord,
    file: FileVersion,
    name: string,
    inFiles: (files: readonly FileVersion[]) => Promise<readonly SymbolRecord[]>,
  ): Promise<readonly SymbolRecord[]>;
  /** The types that a type inherits members from. Default: those in its signature. */
  baseTypes?(resolver: Resolver, type: SymbolRecord): Promise<readonly Type[]>;
  /** An alias is the type itself: the members of its target precede its own. */
  readonly aliasIsType?: boolean;
  /** A type may have a field and a method of one name: only the method is called directly (Rust). */
  readonly fieldsAreApart?: boolean;
  /** A type may have members that its declaration does not show, so a member that is not found may still exist. */
  readonly areOpen?: boolean;
  /** Members are looked up in the C3 order of all bases. Default: in each base and its own bases in turn. */
  readonly areLinearized?: boolean;
  /** Whether a member belongs to the class itself and not to its instances. Default: no. */
  isStatic?(member: SymbolRecord): boolean;
  /** Returns the type of an impl. */
  implementedType?(resolver: Resolver, impl: SymbolRecord): Promise<SymbolRecord | undefined>;
  /** Whether a function inside a symbol that is not a type belongs to it like a method. Default: no. */
  belongsToHolder?(symbol: SymbolRecord): boolean;
}

/** The values of expressions. */
export interface ValueRules {
  readonly own?: OwnWords;
  /** The name of the receiver in the signature of a method (Go). */
  receiverIn?(signature: string): string | undefined;
  /** Members that are the value itself (`future.await`). */
  readonly sameValue?: ReadonlySet<string>;
  /**
   * The type of a value after a method of a standard wrapper, given its written type. Default: the method is looked up.
   */
  passedThrough?(written: string, method: string): string | undefined;
  /** An import that several names refer to (`a.b.c`): its entity, and the number of names. */
  importedPath?(
    resolver: Resolver,
    place: CodePosition,
    names: readonly string[],
    depth: number,
  ): Promise<{ readonly entity: Entity | undefined; readonly count: number } | undefined>;
  /**
   * Whether a call of something outside of the repository returns a value whose type is outside too, given the path of
   * names that is called. Otherwise the value may be one of the repository (`next(stores)`). Default: a name that starts
   * with a capital letter constructs a value of its type.
   */
  returnsOutside?(path: string): boolean;
  /** Assignments, for languages where a variable may take values of several types. Default: its type is fixed. */
  readonly assignments?: AssignmentRules;
  /** The result of calling a symbol that is neither function nor type. Default: unknown. */
  calledValue?(resolver: Resolver, symbol: SymbolRecord): Promise<Entity | undefined>;
}

export interface AssignmentRules {
  /** Matches in the first 300 characters of a line, with the groups `receiver` (to its last dot), `name` and `value`. */
  readonly pattern: RegExp;
  /** An assignment declares the variable in its function. */
  readonly declares?: true;
  /** Matches a list of variables of the module that a function assigns. */
  readonly globals?: RegExp;
}

/** The keywords for the current object and its class. */
export interface OwnWords {
  readonly words: ReadonlySet<string>;
  /** The keyword that can be called: `cls()`, `Self { … }`. */
  readonly classWord?: string;
  entity(resolver: Resolver, place: CodePosition, word: string): Promise<Entity | undefined>;
}

/** The meaning of call sites. */
export interface SiteRules {
  /** The entity of a site, if its form determines it; undefined if the general rules apply. */
  entityAt?(
    resolver: Resolver,
    place: CodePosition,
    site: ReferenceFact,
  ): Promise<{ readonly entity: Entity | undefined } | undefined>;
  /** Whether a site can refer to a symbol of this kind; undefined if the general rule applies. */
  isCallable?(symbol: SymbolRecord, site: ReferenceFact): boolean | undefined;
  /** How code assigns to the name of a function at run time, as written. Default: names cannot be assigned to. */
  assignedAs?(symbol: SymbolRecord): readonly string[];
  /** Whether a file may refer to a non-public symbol of another one. Default: yes. */
  isVisible?(view: RefView, file: FileVersion, home: FileVersion, symbol: SymbolRecord): Promise<boolean>;
  /** Selects the symbols in the same build as a file. Default: all. */
  builtWith?(view: RefView, file: FileVersion, symbols: readonly SymbolRecord[]): Promise<readonly SymbolRecord[]>;
  /** A declaration replaces earlier ones with its name. */
  readonly lastDeclarationCounts?: boolean;
  /** A function accepts any number of arguments. */
  readonly takesAnyArguments?: boolean;
  /** Whether a call with this many written arguments may pass another number of them. Default: no. */
  hidesArguments?(args: number): boolean;
  /** A method may be called with its object as the first argument. */
  readonly ownObjectIsArgument?: boolean;
  /** `new` also applies to functions. */
  readonly constructsFunctions?: boolean;
  /** Methods that constructing their class calls. */
  readonly constructors?: ReadonlySet<string>;
  /** Whether the language or its library calls a symbol without naming it: an operator, a loop, a conversion. Default: no. */
  isCalledUnnamed?(resolver: Resolver, symbol: SymbolRecord): Promise<boolean>;
  /** Other names under which a symbol is imported. Default: none. */
  otherNames?(symbol: SymbolRecord): readonly string[];
  /** Whether a file can call a symbol, without reading the file. Default: yes. */
  mayCall?(view: RefView, file: FileVersion, symbol: SymbolRecord): Promise<boolean>;
  /** Whether a site can refer to a symbol, judging by the form of the site and the imports of the file. Default: yes. */
  mayMean?(view: RefView, file: FileVersion, site: ReferenceFact, symbol: SymbolRecord): boolean | Promise<boolean>;
}

/** Guesses for calls on unknown receivers. */
export interface GuessRules {
  /** Methods that many types have, including built-in ones: a call of one on an unknown receiver is not guessed. */
  readonly commonMethods?: ReadonlySet<string>;
  /** Whether a function in a type is called on a value. Default: the kind is `method`. */
  isMethod?(symbol: SymbolRecord): boolean;
  /** The most likely target, tried before all others. */
  likeliest?(resolver: Resolver, source: SourceFile, name: string): Promise<SymbolRecord | undefined>;
  /** Whether a file can see another one. Default: it imports it, directly or through one file in between. */
  canSee?(resolver: Resolver, file: FileVersion, target: FileVersion): Promise<boolean>;
}

/** Calls whose target depends on the type of the receiver at run time. */
export interface DispatchRules {
  /** Whether the values of one type are also values of another. Default: if its declared bases include it. */
  isSubtype?(resolver: Resolver, sub: SymbolRecord, type: SymbolRecord): Promise<boolean>;
  /** Whether a type has what another asks for, which it does not name as a base. Default: no. */
  conforms?(resolver: Resolver, type: SymbolRecord, contract: SymbolRecord): Promise<boolean>;
  /** What a type must have to implement an interface, if nothing declares that it does. Default: it is declared. */
  contractOf?(resolver: Resolver, type: SymbolRecord): Promise<Contract>;
  /** Whether a type only says what others implement. Default: interfaces and traits. */
  isContract?(type: SymbolRecord): boolean;
  /** All types of the repository that others may implement without naming them. Default: they are found by their methods. */
  contracts?(resolver: Resolver): Promise<readonly SymbolRecord[]>;
  /**
   * Selects the types of a receiver whose values may be of a subtype; `holder` declares the called member. Default: all.
   */
  openTypes?(types: readonly SymbolRecord[], holder: SymbolRecord): readonly SymbolRecord[];
  /** Whether the signature of a member fits another, which it may implement. Default: yes. */
  fits?(resolver: Resolver, member: SymbolRecord, declared: SymbolRecord): Promise<boolean>;
  /** Whether a call of a member never reaches an override. Default: no. */
  isFixed?(member: SymbolRecord): boolean;
  /** Whether a member only declares what others implement. Default: if its holder is an interface. */
  isDeclaration?(member: SymbolRecord): boolean;
  /** An implementation may have fewer parameters than it is called with. */
  readonly mayIgnoreArguments?: true;
  /** A method of an object literal implements the declared type of the variable, or of the result of the function. */
  readonly objectsImplement?: true;
}

/** The methods that a type must have to implement an interface. */
export interface Contract {
  readonly methods: readonly string[];
  /** Whether all of them are known with their signatures; an interface may embed others from outside of the repository. */
  readonly isKnown: boolean;
}
