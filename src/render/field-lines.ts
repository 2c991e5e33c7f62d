/** The fields of an object as lines: `name: value`, lists of objects one entry per line. Empty fields are left out. */
import { printable } from '../text/printable.ts';

export function fieldLines(fields: Readonly<Record<string, unknown>>, indent = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isEmpty(value)) return [];
    if (!isObject(value) && !isListOfObjects(value)) return [`${indent}${name}: ${valueText(value)}`];
    const below = isObject(value)
      ? fieldLines(value, `${indent}  `)
      : value.map((entry) => `${indent}  ${entryText(entry)}`);
    return [`${indent}${name}:`, ...below];
  });
}

function entryText(entry: Fields): string {
  const parts = Object.entries(entry).filter(([, value]) => !isEmpty(value));
  return parts.map(([name, value]) => `${name} ${valueText(value)}`).join(', ');
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return printable(value);
  const isSimple = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  if (isSimple) return value.map((each) => printable(String(each))).join(', ');
  return printable(JSON.stringify(value));
}

type Fields = Readonly<Record<string, unknown>>;

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isListOfObjects(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject);
}
