/** Questions about what a symbol has to do with others: "who calls X", "what implements X", "tests for X". */
export type RelationKind = 'implementations' | 'callers' | 'tests' | 'uses' | 'definition';

export interface Relation {
  readonly kind: RelationKind;
  /** The name as written, qualified or not. */
  readonly name: string;
}

/** Undefined for any other query. */
export function readRelation(query: string): Relation | undefined {
  if (query.length > maxLength) return undefined;
  const text = query.trim().replaceAll(/\s+/g, ' ');
  for (const { kind, pattern } of questions) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return { kind, name };
  }
  return undefined;
}

const maxLength = 160;

/** How each question is asked; `X` is the name. */
const forms: Readonly<Record<RelationKind, readonly string[]>> = {
  implementations: [
    '(?:who|what|which \\w+)(?: all)? (?:implements?|extends?|subclass(?:es)?|inherits?(?: from)?|overrides?) X',
    '(?:implementations?|implementers|implementors|implementing classes|subclasses|subtypes|overrides) (?:of|for) X',
    '(?:classes|types|structs) (?:that |which )?(?:implement|extend|implementing|extending) X',
    'impls? (?:of |for )?X(?: for)?',
  ],
  callers: [
    '(?:who|what|which \\w+)(?: all)? (?:calls?|invokes?) X',
    '(?:callers?|calls) (?:of|to) X',
    '(?:from )?where is X (?:called|invoked)(?: from)?',
  ],
  tests: [
    '(?:unit )?tests? (?:for|of|covering) X',
    '(?:who|what|which tests?) (?:tests?|covers?) X',
    '(?:how|where) is X tested',
  ],
  uses: [
    '(?:usages?|uses|references) (?:of|to) X',
    '(?:who|what|which \\w+)(?: all)? (?:uses?|references?) X',
    'where is X (?:used|referenced)',
  ],
  definition: ['where is X (?:defined|declared|implemented)', '(?:the )?(?:definition|declaration) of X'],
};

const lead = '^(?:(?:please )?(?:show|list|find|give)(?: me)? )?(?:all )?(?:the )?';
const noun = '(?:class|function|method|interface|trait|struct|type|enum)';
const named = `(?:the )?(?:${noun} )?[\`'"]?([\\p{L}_$][\\p{L}\\p{N}_$]*(?:(?:::|->|[.#])[\\p{L}_$~][\\p{L}\\p{N}_$]*)*)(?:\\(\\))?[\`'"]?(?: ${noun})?`;

const questions = Object.entries(forms).flatMap(([kind, each]) =>
  each.map((form) => ({
    kind: kind as RelationKind,
    pattern: new RegExp(`${lead}${form.replace('X', () => named)} ?\\??$`, 'iu'),
  })),
);
