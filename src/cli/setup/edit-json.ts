/**
 * Sets a property in JSON that people write, with comments and trailing commas, and leaves every other character as it
 * is. Only the objects on the way to the property are understood; the rest is stepped over.
 */
interface Property {
  readonly key: string;
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

interface JsonObject {
  readonly open: number;
  readonly close: number;
  readonly properties: readonly Property[];
}

/** The text with `section.name` set to the value. Throws a SyntaxError where the text is not JSON. */
export function setJsonProperty(text: string, section: string, name: string, value: unknown): string {
  if (text.trim() === '') return `${JSON.stringify({ [section]: { [name]: value } }, undefined, 2)}\n`;
  const root = readObject(text, skip(text, 0));
  const unit = indentOf(text, root);
  const rest = skip(text, root.close + 1);
  if (rest < text.length) throw new SyntaxError(`something follows the object at offset ${rest}`);
  const outer = root.properties.find(({ key }) => key === section);
  if (outer === undefined) return insert(text, root, section, { [name]: value }, unit, 1);
  const table = readObject(text, outer.valueStart);
  const inner = table.properties.find(({ key }) => key === name);
  if (inner === undefined) return insert(text, table, name, value, unit, 2);
  return text.slice(0, inner.valueStart) + written(value, unit, 2) + text.slice(inner.valueEnd);
}

/** What the first property of the object is indented by, where it has a line of its own. */
function indentOf(text: string, { open, properties: [first] }: JsonObject): string {
  const before = text.slice(open + 1, first?.keyStart ?? open + 1);
  return /\n([ \t]+)[^\n]*$/.exec(before)?.[1] ?? '  ';
}

function insert(text: string, object: JsonObject, key: string, value: unknown, unit: string, depth: number): string {
  const property = `\n${unit.repeat(depth)}${JSON.stringify(key)}: ${written(value, unit, depth)}`;
  const last = object.properties.at(-1);
  if (last !== undefined) return `${text.slice(0, last.valueEnd)},${property}${text.slice(last.valueEnd)}`;
  const inside = text.slice(object.open + 1, object.close).trimEnd();
  return `${text.slice(0, object.open + 1)}${inside}${property}\n${unit.repeat(depth - 1)}${text.slice(object.close)}`;
}

function written(value: unknown, unit: string, depth: number): string {
  return JSON.stringify(value, undefined, unit).replaceAll('\n', `\n${unit.repeat(depth)}`);
}

function readObject(text: string, open: number): JsonObject {
  if (text[open] !== '{') throw new SyntaxError(`an object was expected at offset ${open}`);
  const properties: Property[] = [];
  let at = skip(text, open + 1);
  while (text[at] !== '}') {
    const keyEnd = endOfString(text, at);
    const colon = skip(text, keyEnd);
    if (text[colon] !== ':') throw new SyntaxError(`a colon was expected at offset ${colon}`);
    const valueStart = skip(text, colon + 1);
    const valueEnd = endOfValue(text, valueStart);
    properties.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, keyStart: at, valueStart, valueEnd });
    at = skip(text, valueEnd);
    if (text[at] === ',') at = skip(text, at + 1);
    else if (text[at] !== '}') throw new SyntaxError(`a comma or brace was expected at offset ${at}`);
  }
  return { open, close: at, properties };
}

function endOfValue(text: string, at: number): number {
  if (text[at] === '{') return readObject(text, at).close + 1;
  if (text[at] === '"') return endOfString(text, at);
  if (text[at] !== '[') {
    const word = /^[\w.+-]+/.exec(text.slice(at, at + 100))?.[0];
    if (word === undefined) throw new SyntaxError(`a value was expected at offset ${at}`);
    return at + word.length;
  }
  let item = skip(text, at + 1);
  while (text[item] !== ']') {
    item = skip(text, endOfValue(text, item));
    if (text[item] === ',') item = skip(text, item + 1);
    else if (text[item] !== ']') throw new SyntaxError(`a comma or bracket was expected at offset ${item}`);
  }
  return item + 1;
}

function endOfString(text: string, at: number): number {
  const found = /^"(?:[^"\\\n]|\\.)*"/.exec(text.slice(at));
  if (found === null) throw new SyntaxError(`a string was expected at offset ${at}`);
  return at + found[0].length;
}

/** Past white space and comments. */
function skip(text: string, from: number): number {
  const gap = /(?:\s|\ufeff|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
  gap.lastIndex = from;
  gap.exec(text);
  return gap.lastIndex;
}
