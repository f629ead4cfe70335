interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Does in one go what arrives while it is busy: one transaction, one statement or one flush for many callers. What
 * arrives while nothing is done begins at once and alone, so nothing waits to be gathered.
 */
export class GatheredWork<Item, Result> {
  /** What waits, by key. A key is here as long as something is done for it. */
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  /**
   * `work` gets items with the same key and returns a result for each, in their order. When it throws, the call of each of
   * them does. `most`: items that are done in one go.
   */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
  ) {}

  /** Items with different keys are not done together, and do not wait for each other. */
  do(item: Item, key = ''): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      const own = { item, resolve, reject };
      if (waiting) waiting.push(own);
      else {
        this.#waiting.set(key, []);
        void this.#run(key, [own]);
      }
    });
  }

  /** Never throws. */
  async #run(key: string, first: readonly Waiting<Item, Result>[]): Promise<void> {
    for (let some = first; some.length > 0; some = this.#waiting.get(key)?.splice(0, this.most) ?? []) {
      try {
        const results = await this.work(some.map(({ item }) => item));
        for (const [index, { resolve }] of some.entries()) resolve(results[index] as Result);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}
