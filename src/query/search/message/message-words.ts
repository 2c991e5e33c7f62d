/** The words of a printed message, with how much each tells about the place that prints it. */
import { identifierRuns } from '../../../text/words.ts';
import { weights } from '../../ranking/weights.ts';
import type { FileTable } from '../../view/file-table.ts';
import type { RefView } from '../../view/ref-view.ts';
import { countWords } from '../terms/count-words.ts';

export interface MessageWord {
  /** Offsets in the message. */
  readonly start: number;
  readonly end: number;
  /** In lower case. */
  readonly text: string;
  /** Chunks that have it. */
  readonly count: number;
  /** By its rarity. A word of no chunk must be a value, or the message is of another program. */
  readonly worth: number;
  /** Whether it is part of a path, an address, a number or a compound name, or the class of an error. */
  readonly mayBeValue: boolean;
}

/** In order. */
export async function wordsOfMessage(view: RefView, files: FileTable, message: string): Promise<MessageWord[]> {
  const values = valuesIn(message);
  const words = identifierRuns(message).map(({ start, end }) => ({
    start,
    end,
    text: message.slice(start, end).toLowerCase(),
    mayBeValue: values.some((value) => value.start <= start && end <= value.end),
  }));
  const distinct = [...new Set(words.map(({ text }) => text))];
  const counts = new Map((await countWords(view, distinct)).map(({ word, count }) => [word, count]));
  return words.map((word) => {
    const count = counts.get(word.text) ?? 0;
    const rarity = count === 0 ? weights.message.absent : weights.message.word + Math.log(1 + files.chunkCount / count);
    return { ...word, count, worth: word.mayBeValue ? rarity * weights.message.value : rarity };
  });
}

function valuesIn(message: string): { readonly start: number; readonly end: number }[] {
  return [...message.matchAll(/\S+/g)]
    .filter(([token], at) => /\d|\w[./\\:@=]\w|^[/~]|\w_\w/.test(token) || (at === 0 && errorClass.test(token)))
    .map(({ index, 0: token }) => ({ start: index, end: index + token.length }));
}

/** What a runtime prints before a message. */
const errorClass = /(?:Error|Exception|Warning|Panic):$/i;
