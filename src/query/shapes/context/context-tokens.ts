/** The tokens of an item of a code context in the text format: its place, its numbered lines, and what is related. */
import { tokensOfPart } from '../../../text/tokens/estimate-tokens.ts';
import type { ContextItem, RelatedPlace } from './context-item.ts';

/** Beyond `enough` the result need not be exact. */
export function contextTokens(item: ContextItem, enough?: number): number {
  return tokensOfPart(textOf(item), enough);
}

function textOf(item: ContextItem): string {
  const { path, line_start, line_end, kind = '', name = '', signature = name, body } = item;
  const place = `\n${path}:${line_start}`;
  const members = (item.members ?? []).map((member) => `\n  :${member.line_start}  ${member.signature}`).join('');
  if (body === undefined) return `${place}  ${signature}${members}`;
  let line = line_start;
  const lines = body.replace(/^/gm, () => `${line++}\t`);
  const related = [item.calls, item.called_by, item.tests].map((places = []) => relatedText(path, places)).join('');
  return `${place}-${line_end}  ${kind} ${name}\n${lines}\n${related}`;
}

function relatedText(path: string, places: readonly RelatedPlace[]): string {
  return places
    .map((each) => `\n${each.path === path ? '' : each.path}:${each.line} ${each.signature ?? each.name}`)
    .join('');
}
