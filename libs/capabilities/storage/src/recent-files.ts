/** Files that are remembered; each is short. */
const MOST_FILES = 64;

/** The bytes of short files that were stored a moment ago and are about to be read: two megabytes at most. */
export class RecentFiles {
  /** Files by storage key, the oldest first. */
  readonly #files = new Map<string, Buffer>();

  remember(storageKey: string, bytes: Buffer): void {
    this.#files.set(storageKey, bytes);
    const [oldest] = this.#files.keys();
    if (this.#files.size > MOST_FILES && oldest !== undefined) this.#files.delete(oldest);
  }

  /** Forgets the file: it is read once. */
  take(storageKey: string): Buffer | undefined {
    const bytes = this.#files.get(storageKey);
    this.#files.delete(storageKey);
    return bytes;
  }
}
