/**
 * A budget bounds the work of one answer: files whose calls are followed, calls in them that differ, and files that are only
 * looked at to rule them out. It counts those rather than time, so that the same question has the same answer on every machine.
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
