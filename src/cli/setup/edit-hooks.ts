/** Adds a hook to the settings of Claude Code, and takes it back; every other character stays. */
import type { Node } from 'jsonc-parser';
import { parseJsonc } from '../../text/parse-jsonc.ts';
import { endOf, indentOf, insert, objectAt, propertiesOf, valueAt, written } from './edit-json.ts';

export interface HookGroup {
  readonly matcher: string;
  readonly hooks: readonly [{ readonly type: 'command'; readonly command: string; readonly timeout: number }];
}

const section = 'hooks';

/** Returns the text with the group at the end of the event, in place of an older one. Throws if the text is not JSON. */
export function withHook(before: string, event: string, group: HookGroup): string {
  if (before.trim() === '') return `${JSON.stringify({ [section]: { [event]: [group] } }, undefined, 2)}\n`;
  const known = commandsIn(before, event);
  if (known.length === 1 && known[0] === group.hooks[0].command) return before;
  const text = withoutHook(before, event);
  const [mark, body] = splitMark(text);
  return mark + added(body, event, group);
}

/** Returns the text without the group, and without what held nothing else. */
export function withoutHook(text: string, event: string): string {
  if (text.trim() === '') return text;
  const [mark, body] = splitMark(text);
  for (let rest = body; ; ) {
    const path = pathToHook(parseJsonc(rest), event);
    if (path === undefined) return mark + rest;
    // What contains only this goes with it; the document itself stays.
    const at = path.findLastIndex((node) => siblingsOf(node).length > 1);
    const node = path[Math.max(at, 0)] as Node;
    rest = removed(rest, node);
  }
}

function splitMark(text: string): [mark: string, body: string] {
  return text.startsWith('\ufeff') ? ['\ufeff', text.slice(1)] : ['', text];
}

function added(text: string, event: string, group: HookGroup): string {
  const root = objectAt(parseJsonc(text));
  const unit = indentOf(text, root);
  const hooks = valueAt(root, section);
  if (hooks === undefined) return insert(text, root, section, { [event]: [group] }, unit, 1);
  const list = valueAt(objectAt(hooks), event);
  if (list === undefined) return insert(text, objectAt(hooks), event, [group], unit, 2);
  if (list.type !== 'array') throw new SyntaxError(`a list was expected at offset ${list.offset}`);
  const item = `\n${unit.repeat(3)}${written(group, unit, 3)}`;
  const last = list.children?.at(-1);
  if (last !== undefined) return `${text.slice(0, endOf(last))},${item}${text.slice(endOf(last))}`;
  return `${text.slice(0, list.offset)}[${item}\n${unit.repeat(2)}]${text.slice(endOf(list))}`;
}

/** The nodes from a property of the document down to the hook: each is an entry of the one before. */
function pathToHook(root: Node, event: string): Node[] | undefined {
  const hooks = propertyOf(root, section);
  const list = hooks && propertyOf(hooks.children?.[1], event);
  for (const group of list?.children?.[1]?.children ?? []) {
    const inner = propertyOf(group, section)?.children?.[1];
    const own = inner?.children?.find(isOwn);
    if (hooks === undefined || list === undefined || own === undefined) continue;
    // The matcher of a group goes with its last hook.
    return siblingsOf(own).length > 1 ? [hooks, list, group, own] : [hooks, list, group];
  }
  return undefined;
}

function propertyOf(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined;
  return propertiesOf(object).findLast(({ children }) => children?.[0]?.value === key);
}

function commandsIn(text: string, event: string): string[] {
  const list = propertyOf(propertyOf(parseJsonc(splitMark(text)[1]), section)?.children?.[1], event)?.children?.[1];
  const inner = (list?.children ?? []).flatMap((group) => propertyOf(group, section)?.children?.[1]?.children ?? []);
  return inner.filter(isOwn).map((hook) => valueAt(hook, 'command')?.value as string);
}

/** A command of this program, however it is started. */
function isOwn(hook: Node): boolean {
  const command = hook.type === 'object' ? valueAt(hook, 'command')?.value : undefined;
  return typeof command === 'string' && /(?:codecompass|main\.js)['"]? hook$/.test(command);
}

function siblingsOf(node: Node): readonly Node[] {
  return node.parent?.children ?? [];
}

/** Removes an entry of a list or object with the comma before it, or behind it if it is the first. */
function removed(text: string, node: Node): string {
  const siblings = siblingsOf(node);
  const at = siblings.indexOf(node);
  const [previous, next] = [siblings[at - 1], siblings[at + 1]];
  if (previous !== undefined) return text.slice(0, endOf(previous)) + text.slice(endOf(node));
  if (next !== undefined) return text.slice(0, node.offset) + text.slice(next.offset);
  const parent = node.parent as Node;
  return text.slice(0, parent.offset + 1) + text.slice(endOf(parent) - 1);
}
