/**
 * Masks syntax of JavaScript that the grammar does not know: attributes of JSX whose names are keywords. They are
 * replaced by other names of the same length.
 */
import { blank, spansOf } from '../mask.ts';

const attribute = (name: string) =>
  new RegExp(`(${name})(?==["'{])(?<=(?:\\n[ \\t]{1,200}|<[\\p{L}_$][^<\\n]{0,300}\\s)${name})`, 'dgu');

const attributes = { klass: attribute('class'), fur: attribute('for') } as const;

export function maskJavascript(text: string): string {
  const spans = Object.entries(attributes).flatMap(([put, pattern]) => spansOf(text, [pattern], put));
  return blank(text, spans);
}
