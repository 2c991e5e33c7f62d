/**
 * Sets a property in hand-written JSON, with comments and trailing commas, and keeps every other character. The editor
 * of jsonc-parser is not used, because it reformats every line that it changes.
 */
import type { Node } from 'jsonc-parser';
import { parseJsonc } from '../../text/parse-jsonc.ts';

/** Returns the text with `section.name` set to the value. Throws a SyntaxError if the text is not JSON. */
export function setJsonProperty(text: string, section: string, name: string, value: unknown): string {
  if (text.trim() === '') return `${JSON.stringify({ [section]: { [name]: value } }, undefined, 2)}\n`;
  // The parser treats a byte order mark as part of the document.
  const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
  return mark + setIn(text.slice(mark.length), section, name, value);
}

function setIn(text: string, section: string, name: string, value: unknown): string {
  const root = objectAt(parseJsonc(text));
  const unit = indentOf(text, root);
  const outer = valueAt(root, section);
  if (outer === undefined) return insert(text, root, section, { [name]: value }, unit, 1);
  const table = objectAt(outer);
  const inner = valueAt(table, name);
  if (inner === undefined) return insert(text, table, name, value, unit, 2);
  return text.slice(0, inner.offset) + written(value, unit, 2) + text.slice(endOf(inner));
}

export function objectAt(node: Node): Node {
  if (node.type !== 'object') throw new SyntaxError(`an object was expected at offset ${node.offset}`);
  return node;
}

export function propertiesOf(object: Node): readonly Node[] {
  return object.children ?? [];
}

/** Of equal keys, clients use the last. */
export function valueAt(object: Node, key: string): Node | undefined {
  return propertiesOf(object).findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** Returns the indentation of the first property if it is on its own line, else two spaces. */
export function indentOf(text: string, object: Node): string {
  const [first] = propertiesOf(object);
  const before = text.slice(object.offset + 1, first?.offset ?? object.offset + 1);
  return /\n([ \t]+)(?![ \t])[^\n]*$/.exec(before)?.[1] ?? '  ';
}

export function insert(text: string, object: Node, key: string, value: unknown, unit: string, depth: number): string {
  const property = `\n${unit.repeat(depth)}${JSON.stringify(key)}: ${written(value, unit, depth)}`;
  const last = propertiesOf(object).at(-1);
  if (last !== undefined) return `${text.slice(0, endOf(last))},${property}${text.slice(endOf(last))}`;
  const close = endOf(object) - 1;
  const inside = text.slice(object.offset + 1, close).trimEnd();
  return `${text.slice(0, object.offset + 1)}${inside}${property}\n${unit.repeat(depth - 1)}${text.slice(close)}`;
}

export function written(value: unknown, unit: string, depth: number): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', `\n${unit.repeat(depth)}`);
}
