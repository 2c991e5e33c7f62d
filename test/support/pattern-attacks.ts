/**
 * Texts that make a pattern backtrack: for each of its loops, a start that leads there, many repetitions of what the loop
 * or its surroundings accept, and an end at which the match fails.
 */
import type { AST } from '@eslint-community/regexpp';
import type { CharacterNode, CountedPattern } from './pattern-steps.ts';
import type { Random } from './random.ts';

export interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

export function* attacksOn({ ast, accepts }: CountedPattern, random: Random): Generator<Attack> {
  const sample = sampler(accepts, random);
  const refusedBy = (element: AST.QuantifiableElement): string => {
    const isCharacter = element.type === 'CharacterClass' || element.type === 'CharacterSet';
    const refused = isCharacter ? alphabet.filter((each) => !accepts(element, each)) : alphabet;
    return refused.length === 0 ? '' : random.pick(refused);
  };
  for (const { loop, before } of loopsIn(ast.alternatives, [])) {
    for (let round = 0; round < rounds; round++) {
      const prefix = before.map(sample).join('');
      const inside = sample(loop.element);
      const refused = refusedBy(loop.element);
      // With `m`, `^` matches at each line, so a start that a loop accepts too is scanned again from each.
      // An escaped start is part of a string and begins another one if that has no end.
      const starts = [`${prefix}\n`, `\\${prefix}`];
      const pumps = [inside, inside + sample(loop.element), prefix + inside, sample(ast) + inside, ...starts];
      for (const pump of new Set(pumps)) {
        if (pump === '' || pump.length > maxPump) continue;
        for (const suffix of ['\u0001', `${refused}\u0001`, '\n']) yield { prefix, pump, suffix };
      }
    }
  }
}

/** The text of an attack, about this long. */
export function attackText({ prefix, pump, suffix }: Attack, length: number): string {
  return prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
}

const rounds = 4;
const maxPump = 60;
/** Loops with a lower bound cost a constant factor. */
const minLoop = 400;

interface Loop {
  readonly loop: AST.Quantifier;
  readonly before: readonly AST.Element[];
}

function* loopsIn(alternatives: readonly AST.Alternative[], before: readonly AST.Element[]): Generator<Loop> {
  for (const { elements } of alternatives) {
    for (const [at, element] of elements.entries()) yield* loopsOf(element, [...before, ...elements.slice(0, at)]);
  }
}

function* loopsOf(node: AST.Element, before: readonly AST.Element[]): Generator<Loop> {
  if (node.type === 'Quantifier') {
    if (node.max >= minLoop) yield { loop: node, before };
    yield* loopsOf(node.element, before);
  } else if ('alternatives' in node) yield* loopsIn(node.alternatives, before);
}

const alphabet = [...'aA0_ \n\t.,;:/*()[]{}<>"\'`=-#@!?&|$\\\r+%^~\u00e9'];

/** Returns a function that returns some short text that a part of the pattern accepts. */
function sampler(accepts: CountedPattern['accepts'], random: Random) {
  const anyOf = (alternatives: readonly AST.Alternative[]): string =>
    alternatives.length === 0 ? '' : random.pick(alternatives).elements.map(sample).join('');
  const character = (node: CharacterNode): string => {
    if (node.type === 'Character') return String.fromCodePoint(node.value);
    const accepted = alphabet.filter((each) => accepts(node, each));
    return accepted.length === 0 ? '' : random.pick(accepted);
  };
  function sample(node: AST.Element | AST.Pattern): string {
    switch (node.type) {
      case 'Pattern':
      case 'Group':
      case 'CapturingGroup':
        return anyOf(node.alternatives);
      case 'Quantifier': {
        const most = Math.min(node.max, Math.max(node.min, 1));
        const times = node.min + random.below(most - node.min + 1);
        return Array.from({ length: times }, () => sample(node.element)).join('');
      }
      case 'Assertion':
        return node.kind === 'lookahead' && !node.negate ? anyOf(node.alternatives) : '';
      case 'Backreference':
        return '';
      default:
        return character(node);
    }
  }
  return sample;
}
