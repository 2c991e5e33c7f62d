/**
 * A budget limits the work of one answer: files whose calls are resolved, distinct call sites in them, and files that
 * are only checked. It counts these instead of time, so that the same query has the same answer on every machine.
 */
export class Budget {
  #files: number;
  #looks: number;
  #sites: number;

  constructor(files: number) {
    this.#files = files;
    this.#looks = 12 * files;
    this.#sites = 8 * files;
  }

  allowsSite(): boolean {
    return this.#sites-- > 0;
  }

  allowsFile(): boolean {
    return this.#files-- > 0;
  }

  allowsLook(): boolean {
    return this.#looks-- > 0 && this.#files > 0;
  }
}
