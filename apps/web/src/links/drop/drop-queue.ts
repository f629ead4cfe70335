/** Where a file is on its way to the one who asked for it. */
export type DropState =
  /** Is sent when the visitor says so. */
  'chosen' | 'waiting' | 'sending' | 'received' | 'failed';

export interface DropItem {
  id: string;
  file: File;
  /** The same for every try, so that a file whose response was lost does not arrive twice. */
  key: string;
  state: DropState;
  /** Bytes. */
  sent: number;
  problem?: DropProblem | undefined;
}

export interface DropProblem {
  kind: 'empty' | 'network' | 'server' | 'tooLarge';
  /** Of the server. */
  message?: string | undefined;
  code?: string | undefined;
  /** Seconds after which the server wants to be asked again. */
  retryAfter?: number | undefined;
  canRetry: boolean;
  /** What it means for the files that wait: they would fail as well, or need the password again. */
  stops?: 'all' | 'password' | undefined;
}

/** Sends one file; resolves with why it was not taken. */
export type SendFile = (item: DropItem, onProgress: (sent: number) => void) => Promise<DropProblem | undefined>;

/** The files of a visitor, one after the other: a page on a phone has one slow connection. */
export class DropQueue {
  #items: readonly DropItem[] = [];
  #isSending = false;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly send: SendFile,
    private readonly newKey: () => string,
  ) {}

  readonly items = (): readonly DropItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(files: readonly File[], maxBytes: number | null): void {
    const added = files.map((file): DropItem => {
      const item = { id: this.newKey(), key: this.newKey(), file, sent: 0 };
      if (file.size === 0) return { ...item, state: 'failed', problem: { kind: 'empty', canRetry: false } };
      if (maxBytes !== null && file.size > maxBytes)
        return { ...item, state: 'failed', problem: { kind: 'tooLarge', canRetry: false } };
      return { ...item, state: 'chosen' };
    });
    this.#set([...this.#items, ...added]);
  }

  /** Not one that is on its way. */
  remove(id: string): void {
    this.#set(this.#items.filter((item) => item.id !== id || item.state === 'sending'));
  }

  /** Sends everything that was chosen. */
  sendAll(): void {
    this.#set(this.#items.map((item) => (item.state === 'chosen' ? { ...item, state: 'waiting' } : item)));
    void this.#sendWaiting();
  }

  retry(id: string): void {
    this.#retry((item) => item.id === id);
  }

  retryAll(): void {
    this.#retry(() => true);
  }

  #retry(isMeant: (item: DropItem) => boolean): void {
    this.#set(
      this.#items.map((item) =>
        item.state === 'failed' && item.problem?.canRetry === true && isMeant(item)
          ? { ...item, state: 'waiting', problem: undefined, sent: 0 }
          : item,
      ),
    );
    void this.#sendWaiting();
  }

  async #sendWaiting(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (;;) {
      const next = this.#items.find(({ state }) => state === 'waiting');
      if (!next) break;
      const { id } = next;
      this.#change(id, { state: 'sending' });
      const problem = await this.send(next, (sent) => this.#change(id, { sent }));
      if (!problem) this.#change(id, { state: 'received', sent: next.file.size });
      else if (problem.stops === 'password') this.#stop({ state: 'chosen', sent: 0 });
      else if (problem.stops === 'all') this.#stop({ state: 'failed', problem });
      else this.#change(id, { state: 'failed', problem });
    }
    this.#isSending = false;
  }

  #stop(change: Partial<DropItem>): void {
    const isUnderWay = ({ state }: DropItem): boolean => state === 'sending' || state === 'waiting';
    this.#set(this.#items.map((item) => (isUnderWay(item) ? { ...item, ...change } : item)));
  }

  #change(id: string, change: Partial<DropItem>): void {
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  #set(items: readonly DropItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
