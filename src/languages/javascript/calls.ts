/**
 * Call rules of JavaScript and TypeScript: functions are values, objects have methods, `new` also applies to functions.
 */
import type { SymbolRecord } from '../../store/store.ts';
import type { CallRules } from '../call-rules.ts';
import { type CodePosition, enclosing, instanceOf, named, opaque, typeKinds } from '../entity.ts';
import { wordSet } from '../signature-text.ts';
import { signaturesBy } from '../signatures.ts';
import { typeTextsBy } from '../type-texts.ts';
import { conformsToStructure } from '../typescript/structural-types.ts';
import { visibleInBlock } from './block-scope.ts';

const globals = wordSet(
  'console document window globalThis navigator location history process module exports require Object Array String Number ' +
    'Boolean Symbol Math JSON Date RegExp Promise Proxy Reflect Map Set WeakMap WeakSet Error Buffer URL Intl Atomics BigInt ' +
    'localStorage sessionStorage performance crypto fetch import arguments expect describe it test vi jest',
);

/** Conversions, `JSON.stringify` and `await` call them; loops and operators those named by a symbol. */
const unnamedMethods = wordSet('toString valueOf toJSON then toLocaleString');

/** `app.use = …`: a member assigned to an object from outside. */
const assignedToMember = /^[\w$.]+\.[\w$]+\s*=/;

/** Rules shared by both languages. */
export const scriptCalls = {
  names: {
    isGlobal: (name) => globals.has(name),
    // A method of an object, or a member assigned to one, is not a bare name.
    isBareName: ({ kind, signature }) => kind !== 'method' && !/^[\w$.]+\.[\w$]+\s*=(?!=)/.test(signature),
    visibleAt: visibleInBlock,
  },
  members: {
    // A function inside an object literal, or assigned to a member, belongs to the object.
    belongsToHolder: ({ kind, signature }) => kind === 'method' || (kind === 'fn' && assignedToMember.test(signature)),
    isStatic,
  },
  values: {
    assignments: {
      // The last part of a list of parameters or declarations is no assignment.
      pattern:
        /(?:^|[;{})&|?:=>]|\belse\b)\s*(?<receiver>(?:[\w$]+\.)+)?(?<name>[\w$#]+)\s*(?:\?\?|\|\||&&)?=(?![=>{])(?=\s*(?!null\b|undefined\b|true\b|false\b|void\b|["'`[{\d-])(?!.*,\s*$)(?<value>[^;]*))/g,
    },
    own: {
      words: new Set(['this', 'import']),
      async entity(resolver, place, word) {
        // `import.meta`: the repository may declare what it has.
        if (word === 'import') return opaque;
        const own = isRebound(place) ? undefined : await resolver.ownTypeAt(place);
        if (own === undefined) return undefined;
        const inStatic = [...enclosing(place)].some((symbol) => symbol.kind === 'method' && isStatic(symbol));
        return inStatic ? named([own]) : instanceOf(own);
      },
    },
  },
  sites: {
    constructsFunctions: true,
    assignedAs: ({ name, scope }) =>
      scope === ''
        ? [name, `exports.${name}`, `module.exports.${name}`]
        : [`${scope}.${name}`, `${scope}.prototype.${name}`],
    isCalledUnnamed: async (_, { kind, name }) =>
      kind === 'method' && (unnamedMethods.has(name) || /^\[Symbol\./.test(name)),
    constructors: new Set(['constructor']),
    // A default export is imported as `default`.
    otherNames: (symbol) => (isDefault(symbol) ? ['default'] : []),
  },
  guesses: {
    commonMethods: wordSet(
      'get set has add delete clear keys values entries forEach map filter reduce find findIndex findLast some every includes indexOf push pop shift ' +
        'unshift slice splice concat join sort reverse flat flatMap split replace replaceAll trim match test exec toString valueOf then catch ' +
        'finally call apply bind on once off emit addEventListener removeEventListener close end write read send log warn error info debug ' +
        'next return throw json text resolve reject all race keys startsWith endsWith padStart padEnd toLowerCase toUpperCase charAt charCodeAt ' +
        'substring substr repeat at fill length toFixed getTime now parse stringify create update remove init run start stop load open use listen route handle render mount transform fetch',
    ),
  },
  dispatch: {
    isFixed: ({ name, signature }) => name.startsWith('#') || /^(?:\w+\s+)*?(?:static|private)\s/.test(signature),
    isDeclaration: ({ signature }) => /^(?:\w+\s+)*?abstract\s/.test(signature),
    mayIgnoreArguments: true,
    objectsImplement: true,
    conforms: conformsToStructure,
  },
} satisfies CallRules;

export const javascriptCalls: CallRules = {
  ...scriptCalls,
  signatures: signaturesBy(),
  types: typeTextsBy({
    builtins: wordSet('Array Map Set WeakMap WeakSet Date RegExp Error Promise Buffer URL Function'),
    wrappers: new Set(['Promise']),
    sequences: new Set(['Array', 'Set']),
  }),
  sites: { ...scriptCalls.sites, takesAnyArguments: true },
};

function isStatic({ kind, signature }: SymbolRecord): boolean {
  return (kind === 'method' || kind === 'field') && /^(?:\w+\s+)*?static\s/.test(signature);
}

/** A function inside a method has its own `this`, unless it is an arrow function. */
function isRebound(place: CodePosition): boolean {
  for (const symbol of enclosing(place)) {
    if (symbol.kind === 'method' || typeKinds.has(symbol.kind)) return false;
    // Functions assigned to a member of an object are its methods.
    if (symbol.kind === 'fn' && /\bfunction\b/.test(symbol.signature)) return !assignedToMember.test(symbol.signature);
  }
  return false;
}

function isDefault({ scope, modifier, name }: SymbolRecord): boolean {
  return scope === '' && /default|exports/.test(modifier ?? name);
}
