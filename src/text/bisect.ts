/** Returns the index of the first number that is at least `wanted` in an ascending list, or the length if all are less. */
export function firstAtOrAfter(numbers: ArrayLike<number>, wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the first `count` items in the order of `compare`, like a stable sort; most items are compared only once. */
export function bestOf<Item>(items: Iterable<Item>, count: number, compare: (a: Item, b: Item) => number): Item[] {
  const best: Item[] = [];
  for (const item of items) {
    if (best.length === count && (count === 0 || compare(item, best[count - 1] as Item) >= 0)) continue;
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(item, best[middle] as Item) < 0) high = middle;
      else low = middle + 1;
    }
    best.splice(low, 0, item);
    if (best.length > count) best.pop();
  }
  return best;
}
