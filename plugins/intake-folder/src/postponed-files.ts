interface Postponed {
  pauses: number;
  until: number;
}

const MOST_FILES = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** The files that could not be taken and are tried again, after pauses that grow. */
export class PostponedFiles {
  readonly #files = new Map<string, Postponed>();

  constructor(
    private readonly firstPauseMs: number,
    private readonly now: () => number,
  ) {}

  /** True while it is not yet time to try the file again. */
  has(path: string): boolean {
    return (this.#files.get(path)?.until ?? 0) > this.now();
  }

  add(path: string): void {
    const pauses = (this.#files.get(path)?.pauses ?? 0) + 1;
    const pause = Math.min(this.firstPauseMs * 2 ** Math.min(pauses - 1, 30), LONGEST_PAUSE_MS);
    this.#files.delete(path); // so that it is the last one
    this.#files.set(path, { pauses, until: this.now() + pause });
    const [oldest] = this.#files.keys();
    if (oldest !== undefined && this.#files.size > MOST_FILES) this.#files.delete(oldest);
  }

  forget(path: string): void {
    this.#files.delete(path);
  }
}
