import type { BigIntStats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { isUnchanged, stateOf, type FileState, type SeenFile } from './seen-file.js';

/** A file of which only the name is known. */
export type FoundFile = Omit<SeenFile, 'state'>;

interface Entry extends FoundFile {
  state: FileState | undefined;
  /** When it was last seen to be another one than before. */
  since: number;
  found: number;
}

/** So that an organization with a million files neither fills the memory nor keeps others waiting. */
const MOST_OF_ONE_ORGANIZATION = 1_000;
const LOOKED_AT_ONCE = 200;
/** Many programs create an empty file first and fill it later. */
const EMPTY_WAITS_TIMES = 10;
const RESTLESS_AFTER_MS = 10 * 60_000;

/** What is not waited for any more. */
export interface NotWaitedFor {
  /** It is not there under its name. */
  onGone(file: FoundFile): void;
  /** It does not stop changing. */
  onRestless(file: FoundFile): void;
}

/** The files that must stay unchanged for a while before they are taken, and those that have. */
export class WaitingFiles {
  readonly #all = new Map<string, Entry>();
  readonly #counts = new Map<string, number>();
  /** The one that was looked at longest ago is the first. */
  readonly #changing = new Map<string, Entry>();
  readonly #ready = new Map<string, Entry[]>();

  constructor(
    private readonly thresholdMs: number,
    private readonly now: () => number,
    private readonly others: NotWaitedFor,
  ) {}

  has(path: string): boolean {
    return this.#all.has(path);
  }

  get isEmpty(): boolean {
    return this.#changing.size === 0;
  }

  hasRoom(organizationId: string): boolean {
    return this.#count(organizationId) < MOST_OF_ONE_ORGANIZATION;
  }

  /** True when it is time to look for more. */
  isHalfEmpty(organizationId: string): boolean {
    return this.#count(organizationId) <= MOST_OF_ONE_ORGANIZATION / 2;
  }

  add({ organizationId, path, place }: FoundFile): void {
    const now = this.now();
    const entry = { organizationId, path, place, state: undefined, since: now, found: now };
    this.#all.set(path, entry);
    this.#changing.set(path, entry);
    this.#counts.set(organizationId, this.#count(organizationId) + 1);
  }

  /** Looks at some files once more, those first that were not looked at for longest. */
  async look(): Promise<void> {
    const some: Entry[] = [];
    for (const entry of this.#changing.values()) if (some.push(entry) === LOOKED_AT_ONCE) break;
    await Promise.all(some.map((entry) => this.#lookAt(entry)));
  }

  /** Returns a file that has stayed unchanged, of one organization after the other. */
  next(): SeenFile | undefined {
    for (const [organizationId, queue] of this.#ready) {
      const entry = queue.shift();
      this.#ready.delete(organizationId);
      if (queue.length > 0) this.#ready.set(organizationId, queue);
      if (entry?.state) return { ...entry, state: entry.state };
    }
    return undefined;
  }

  /** Waits for a file that was ready once more: it has changed. */
  again(path: string): void {
    const entry = this.#all.get(path);
    if (!entry) return;
    entry.state = undefined;
    this.#changing.set(path, entry);
  }

  remove({ organizationId, path }: Pick<FoundFile, 'organizationId' | 'path'>): void {
    if (!this.#all.delete(path)) return;
    this.#changing.delete(path);
    this.#counts.set(organizationId, this.#count(organizationId) - 1);
  }

  #count(organizationId: string): number {
    return this.#counts.get(organizationId) ?? 0;
  }

  async #lookAt(entry: Entry): Promise<void> {
    const stats = await lstat(entry.path, { bigint: true }).catch(() => undefined);
    const now = this.now();
    this.#changing.delete(entry.path);
    if (!stats?.isFile()) {
      this.remove(entry);
      if (!stats) this.others.onGone(entry);
    } else if (this.#hasStayed(entry, stats, now)) this.#addReady(entry);
    else if (now - entry.found > RESTLESS_AFTER_MS) {
      this.remove(entry);
      this.others.onRestless(entry);
    } else this.#changing.set(entry.path, entry);
  }

  /** Times of files are compared with each other only, never with a clock: those of other machines differ. */
  #hasStayed(entry: Entry, stats: BigIntStats, now: number): boolean {
    const state = stateOf(stats);
    if (!entry.state || !isUnchanged(entry.state, state)) {
      entry.state = state;
      entry.since = now;
    }
    return now - entry.since >= this.thresholdMs * (state.size === 0n ? EMPTY_WAITS_TIMES : 1);
  }

  #addReady(entry: Entry): void {
    const queue = this.#ready.get(entry.organizationId);
    if (queue) queue.push(entry);
    else this.#ready.set(entry.organizationId, [entry]);
  }
}
