import { hasSameContent, keyOf, type FileState, type SeenFile } from './seen-file.js';

interface Aside {
  pauses: number;
  until: number;
  reported?: { key: string; state: FileState; reason: string };
}

const MOST_FILES = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/** The files that could not be taken and are tried again, after pauses that grow. */
export class PutAside {
  readonly #files = new Map<string, Aside>();

  constructor(
    private readonly firstPauseMs: number,
    private readonly now: () => number,
  ) {}

  /** True while it is not yet time to try the file again. */
  isAside(path: string): boolean {
    return (this.#files.get(path)?.until ?? 0) > this.now();
  }

  put(path: string): void {
    const known = this.#files.get(path);
    const pauses = (known?.pauses ?? 0) + 1;
    const pause = Math.min(this.firstPauseMs * 2 ** Math.min(pauses - 1, 30), LONGEST_PAUSE_MS);
    this.#set(path, { ...known, pauses, until: this.now() + pause });
  }

  /** The same key as in the report, if there was one: what makes a file readable changes a part of its key. */
  keyFor(file: SeenFile): string {
    const reported = this.#files.get(file.path)?.reported;
    return reported && hasSameContent(reported.state, file.state) ? reported.key : keyOf(file);
  }

  /** False when this was reported of the file before. */
  isNews(file: SeenFile, reason: string): boolean {
    const reported = this.#files.get(file.path)?.reported;
    return !reported || reported.reason !== reason || !hasSameContent(reported.state, file.state);
  }

  noteReport(file: SeenFile, reason: string): void {
    const known = this.#files.get(file.path) ?? { pauses: 0, until: 0 };
    this.#set(file.path, { ...known, reported: { key: this.keyFor(file), state: file.state, reason } });
  }

  forget(path: string): void {
    this.#files.delete(path);
  }

  #set(path: string, aside: Aside): void {
    this.#files.delete(path); // so that it is the last one
    this.#files.set(path, aside);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= MOST_FILES) return;
      this.#files.delete(oldest);
    }
  }
}
