/** Who uses something that may be replaced or deleted, so that its end can wait for them. */
export class Users {
  readonly #present = new Set<Promise<void>>();

  get areNone(): boolean {
    return this.#present.size === 0;
  }

  /** Returns the function that ends the use. */
  begin(): () => void {
    let end = () => {};
    const use = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#present.add(use);
    return () => {
      this.#present.delete(use);
      end();
    };
  }

  /** Resolves when everybody who is there now has left. Does not wait for those who come later. */
  async left(): Promise<void> {
    await Promise.all(this.#present);
  }
}
