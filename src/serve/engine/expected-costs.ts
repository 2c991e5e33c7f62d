/**
 * What calls are expected to cost, by the tool and the project: the average of the work of earlier ones, of which the
 * latest count most.
 */
export class ExpectedCosts {
  readonly #averages = new Map<string, number>();

  /** Whether calls of this kind have worked longer than most calls do. */
  isCostly(tool: string, root: string): boolean {
    return (this.#averages.get(keyOf(tool, root)) ?? 0) > costlyMs;
  }

  add(tool: string, root: string, workMs: number): void {
    const key = keyOf(tool, root);
    const before = this.#averages.get(key);
    this.#averages.delete(key);
    this.#averages.set(key, before === undefined ? workMs : before + (workMs - before) * shareOfLatest);
    const [oldest] = this.#averages.keys();
    if (this.#averages.size > maxKnown && oldest !== undefined) this.#averages.delete(oldest);
  }
}

/** From here on a call makes way for others (src/query/view/pausing-call.ts). */
const costlyMs = 100;
const shareOfLatest = 0.3;
const maxKnown = 1_000;

function keyOf(tool: string, root: string): string {
  return `${tool} ${root}`;
}
