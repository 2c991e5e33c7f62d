/** A shape describes an answer: fields with types, patterns and enums. Other fields are allowed. */
import { expect } from 'vitest';

/** `Optional` may be missing; `[shape]` is a non-empty list; a function is a predicate. */
export type Shape =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'null'
  | 'object'
  | RegExp
  | readonly [Shape]
  | Optional
  | Either
  | ((value: unknown) => boolean)
  | { readonly [field: string]: Shape };

export class Optional {
  readonly shape: Shape;
  constructor(shape: Shape) {
    this.shape = shape;
  }
}

export class Either {
  readonly shapes: readonly Shape[];
  constructor(...shapes: readonly Shape[]) {
    this.shapes = shapes;
  }
}

export const optional = (shape: Shape) => new Optional(shape);
export const either = (...shapes: readonly Shape[]) => new Either(...shapes);
export const oneOf = (...words: readonly string[]) => new RegExp(`^(${words.join('|')})$`);
export const list = (value: unknown) => Array.isArray(value);

export function expectShape(value: unknown, shape: Shape, place = 'answer'): void {
  const trouble = troubleWith(value, shape, place);
  expect(trouble, `${trouble} in ${JSON.stringify(value)?.slice(0, 800)}`).toBeUndefined();
}

function troubleWith(value: unknown, shape: Shape, place: string): string | undefined {
  if (shape instanceof Optional) return value === undefined ? undefined : troubleWith(value, shape.shape, place);
  if (shape instanceof Either) {
    const fits = shape.shapes.some((one) => troubleWith(value, one, place) === undefined);
    return fits ? undefined : `${place} matches none of the shapes`;
  }
  if (typeof shape === 'function') return shape(value) ? undefined : `${place} does not satisfy its predicate`;
  if (shape instanceof RegExp) {
    return typeof value === 'string' && shape.test(value) ? undefined : `${place} does not match ${shape}`;
  }
  if (typeof shape === 'string') return isOf(value, shape) ? undefined : `${place} is not ${shape}`;
  if (Array.isArray(shape)) {
    if (!Array.isArray(value) || value.length === 0) return `${place} is not a non-empty list`;
    return firstOf(value.map((item, index) => troubleWith(item, shape[0], `${place}[${index}]`)));
  }
  if (typeof value !== 'object' || value === null) return `${place} is not an object`;
  const fields = value as Record<string, unknown>;
  return firstOf(Object.entries(shape).map(([name, part]) => troubleWith(fields[name], part, `${place}.${name}`)));
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'null') return value === null;
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function firstOf(troubles: readonly (string | undefined)[]): string | undefined {
  return troubles.find((trouble) => trouble !== undefined);
}
