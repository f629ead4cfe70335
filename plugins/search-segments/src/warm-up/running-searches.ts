/** The searches that this process is answering. Work in the background gives way to them. */
export class RunningSearches {
  #count = 0;
  /** Of the work in the background that is under way. */
  #present: AbortController | undefined;

  get areQuiet(): boolean {
    return this.#count === 0;
  }

  async during<Result>(search: () => Promise<Result>): Promise<Result> {
    this.#count += 1;
    this.#present?.abort(new GaveWayError());
    try {
      return await search();
    } finally {
      this.#count -= 1;
    }
  }

  /** Ends `work` by its signal with a {@link GaveWayError} as soon as a search begins, and at `stop`. */
  async between<Result>(work: (signal: AbortSignal) => Promise<Result>, stop: AbortSignal): Promise<Result> {
    const present = new AbortController();
    this.#present = present;
    try {
      if (!this.areQuiet) throw new GaveWayError();
      return await work(AbortSignal.any([present.signal, stop]));
    } finally {
      this.#present = undefined;
    }
  }
}

/** A search has begun. */
export class GaveWayError extends Error {}
