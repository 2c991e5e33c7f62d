/**
 * Counts the steps that a backtracking engine takes to search a text for a pattern. The engine of the runtime gives no
 * counts, and times depend on the machine. The matcher covers the syntax that the sources use; characters are UTF-16
 * units.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

export interface CountedPattern {
  readonly ast: AST.Pattern;
  /** The steps of one search from every start, with `g` of all searches, or `maxSteps` if there are more. */
  steps(text: string, maxSteps: number): number;
  /** Whether a character matches a class, a set or a character of the pattern. */
  accepts(node: CharacterNode, character: string): boolean;
}

export type CharacterNode = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

export function countedPattern(source: string, flags: string): CountedPattern {
  const ast = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const isSticky = flags.includes('y');
  const isGlobal = flags.includes('g');
  const kept = new Map<CharacterNode, Map<string, boolean>>();
  const classFlags = [...flags].filter((flag) => 'isuv'.includes(flag)).join('');
  const accepts = (node: CharacterNode, character: string): boolean => {
    const known = kept.get(node) ?? new Map<string, boolean>();
    kept.set(node, known);
    let isAccepted = known.get(character);
    if (isAccepted === undefined) {
      isAccepted = new RegExp(`^(?:${node.raw})$`, classFlags).test(character);
      known.set(character, isAccepted);
    }
    return isAccepted;
  };

  let text = '';
  let taken = 0;
  let limit = 0;
  const captures = new Map<AST.CapturingGroup, string>();
  const step = () => {
    if (++taken >= limit) throw tooMany;
  };

  function compile(node: AST.Element, isBackward: boolean): Matcher {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass':
        return (at, next) => {
          step();
          const character = text[isBackward ? at - 1 : at];
          return character !== undefined && accepts(node, character) && next(isBackward ? at - 1 : at + 1);
        };
      case 'Group':
        return anyOf(node.alternatives, isBackward);
      case 'CapturingGroup': {
        const inner = anyOf(node.alternatives, isBackward);
        return (at, next) => {
          const before = captures.get(node);
          const isMatch = inner(at, (end) => {
            captures.set(node, text.slice(Math.min(at, end), Math.max(at, end)));
            return next(end);
          });
          if (!isMatch) before === undefined ? captures.delete(node) : captures.set(node, before);
          return isMatch;
        };
      }
      case 'Quantifier':
        return repeated(node, compile(node.element, isBackward));
      case 'Backreference':
        return (at, next) => {
          step();
          const group = [node.resolved].flat()[0] as AST.CapturingGroup;
          const captured = captures.get(group) ?? '';
          const start = isBackward ? at - captured.length : at;
          return text.startsWith(captured, start) && next(isBackward ? start : start + captured.length);
        };
      case 'Assertion':
        return assertion(node);
    }
  }

  function assertion(node: AST.Assertion): Matcher {
    const holds = testOf(node);
    return (at, next) => {
      step();
      return holds(at) && next(at);
    };
  }

  function testOf(node: AST.Assertion): (at: number) => boolean {
    const isMultiline = flags.includes('m');
    const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character);
    switch (node.kind) {
      case 'start':
        return (at) => at === 0 || (isMultiline && /[\n\r]/.test(text[at - 1] as string));
      case 'end':
        return (at) => at === text.length || (isMultiline && /[\n\r]/.test(text[at] as string));
      case 'word':
        return (at) => (isWord(text[at - 1]) !== isWord(text[at])) !== node.negate;
      default: {
        const inner = anyOf(node.alternatives, node.kind === 'lookbehind');
        return (at) => inner(at, () => true) !== node.negate;
      }
    }
  }

  function repeated({ min, max, greedy }: AST.Quantifier, element: Matcher): Matcher {
    const from = (count: number, at: number, next: Next): boolean => {
      const more = () =>
        count < max && element(at, (end) => (end === at && count >= min ? false : from(count + 1, end, next)));
      if (count < min) return more();
      return greedy ? more() || next(at) : next(at) || more();
    };
    return (at, next) => from(0, at, next);
  }

  function anyOf(alternatives: readonly AST.Alternative[], isBackward: boolean): Matcher {
    const ways = alternatives.map(({ elements }) => {
      const parts = elements.map((element) => compile(element, isBackward));
      return (isBackward ? parts : parts.reverse()).reduce(
        (rest: Matcher, part): Matcher =>
          (at, next) =>
            part(at, (end) => rest(end, next)),
        (at, next) => next(at),
      );
    });
    return (at, next) => ways.some((way) => way(at, next));
  }

  const whole = anyOf(ast.alternatives, false);
  return {
    ast,
    accepts,
    steps(searched, maxSteps) {
      [text, taken, limit] = [searched, 0, maxSteps];
      captures.clear();
      try {
        for (let start = 0; start <= (isSticky ? 0 : text.length); start++) {
          let end = start;
          const isFound = whole(start, (at) => {
            end = at;
            return true;
          });
          if (isFound && !isGlobal) break;
          if (isFound) start = Math.max(start, end - 1);
        }
      } catch (error) {
        if (error !== tooMany) throw error;
      }
      return taken;
    },
  };
}

type Next = (at: number) => boolean;
type Matcher = (at: number, next: Next) => boolean;

const tooMany = new Error('The search takes too many steps.');
