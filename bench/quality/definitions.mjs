/**
 * Definitions drawn at random from an index, with the queries for each. Every symbol can be drawn except `impl`
 * blocks, which define no name. Words and doc sentences come from code that is neither generated nor vendored, since
 * search ranks such code last.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomFrom, sample } from '../../build/evaluate/random.js';
import { cached } from './cached.mjs';
import { docSentence, withoutName } from './doc-sentence.mjs';
import { built } from './open-index.mjs';
import { wordsOf } from './query-words.mjs';

const minWordLength = 4;
const modules = ['definitions.mjs', 'doc-sentence.mjs', '../../build/evaluate/random.js', 'query-words.mjs'];

/** Returns lists of questions `{ query, id, path, name, namesakes }`. An id is the `symbol_id` of the definition. */
export function sampleDefinitions(index, count, seed) {
  const key = `definitions-${count}-${seed}-${idKey()}`;
  return cached(join(index.home, 'samples'), key, modules, async () => {
    process.stderr.write('drawing definitions …\n');
    const all = await definitionsIn(index);
    const own = all.filter(({ foreign }) => !foreign);
    const draw = (what, items) => sample(items, count, randomFrom(`${seed} ${what}`));
    const anyName = draw('any name', all);
    return {
      'unique name': draw(
        'unique name',
        all.filter(({ namesakes }) => namesakes === 1),
      ).map(asked('name')),
      'any name': anyName.map(asked('name')),
      'qualified name': anyName
        .filter(({ namesakes, qualified }) => namesakes > 1 && qualified)
        .map(asked('qualified')),
      'one word': draw(
        'one word',
        own.filter(({ word }) => word),
      ).map(asked('word')),
      'doc sentence': draw(
        'doc sentence',
        own.filter(({ doc }) => doc),
      ).map(asked('doc')),
      'doc without name': draw(
        'doc sentence',
        own.filter(({ doc }) => doc),
      )
        .filter(({ namelessDoc }) => namelessDoc)
        .map(asked('namelessDoc')),
    };
  });
}

function asked(by) {
  return (definition) => ({
    query: definition[by],
    id: definition.id,
    path: definition.path,
    name: definition.name,
    namesakes: definition.namesakes,
  });
}

async function definitionsIn(index) {
  const { symbolIds } = await import(join(built, 'query/shapes/symbol-ids.js'));
  const { separatorOf } = await import(join(built, 'languages/languages.js'));
  const definitions = [];
  const nameCounts = new Map();
  const wordCounts = new Map();
  for (const file of await index.files()) {
    for (const symbol of await index.view((view) => view.store.symbols(file))) {
      if (symbol.kind === 'impl' || !/\p{L}/u.test(symbol.name)) continue;
      const { name, scope, module, language, path, labels } = symbol;
      nameCounts.set(name, (nameCounts.get(name) ?? 0) + 1);
      for (const part of wordsOf(name)) wordCounts.set(part, (wordCounts.get(part) ?? 0) + 1);
      const doc = symbol.doc === undefined ? undefined : docSentence(symbol.doc);
      const container = scope || module;
      definitions.push({
        symbol,
        name,
        path,
        doc,
        namelessDoc: doc && withoutName(doc, name),
        qualified: container && `${container}${separatorOf(language)}${name}`,
        foreign: labels.includes('generated') || labels.includes('vendored'),
      });
    }
  }
  for (const definition of definitions) {
    const { symbol, name } = definition;
    delete definition.symbol;
    definition.id = symbolIds(index.projectId, symbol).symbol_id;
    definition.namesakes = nameCounts.get(name);
    definition.word = rarestPart(name, wordCounts);
  }
  return definitions;
}

/** Returns the part of a name that is in the fewest names, or undefined if the name has no part that is long enough. */
function rarestPart(name, wordCounts) {
  const [, ...parts] = wordsOf(name);
  const words = parts.filter((part) => part.length >= minWordLength && /^\p{L}+$/u.test(part));
  return words.sort((a, b) => wordCounts.get(a) - wordCounts.get(b))[0];
}

/** Samples contain ids, so they are drawn again when the id format changes. */
function idKey() {
  return createHash('sha256')
    .update(readFileSync(join(built, 'query/shapes/symbol-ids.js')))
    .digest('hex')
    .slice(0, 8);
}
