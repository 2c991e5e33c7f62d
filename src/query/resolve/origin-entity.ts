/** What a variable, parameter or field stands for, by the origin that its declaration gives it. */
import type { RefView } from '../view/ref-view.ts';
import { type Entity, local, maxDepth } from './entity.ts';
import { evaluate } from './evaluate.ts';
import type { CodePosition } from './source-file.ts';

/** A name whose origin says nothing is a local one all the same. */
export async function originEntity(
  view: RefView,
  place: CodePosition,
  origin: string,
  depth: number,
): Promise<Entity | undefined> {
  if (origin === '' || depth > maxDepth) return local;
  if (origin.startsWith(':')) return { is: 'value', type: { written: origin.slice(1), place } };
  return (await evaluate(view, place, origin.slice(1), depth + 1)) ?? local;
}
