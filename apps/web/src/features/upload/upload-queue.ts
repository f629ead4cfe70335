/** Where a file is on its way to a found document. */
export type UploadState =
  /** Waits for its turn. */
  | 'waiting'
  /** Its bytes are compared with those of the archive. */
  | 'checking'
  | 'sending'
  | 'paused'
  /** Was not sent; may be tried again when `canRetry`. */
  | 'failed'
  /** The archive has it. */
  | 'duplicate'
  /** The server reads it. */
  | 'processing'
  | 'found'
  /** It is stored, but has no text. */
  | 'unread';

export interface UploadItem {
  id: string;
  organizationId: string;
  file: File;
  tagIds: readonly string[];
  state: UploadState;
  /** Bytes. */
  sent: number;
  documentId?: string | undefined;
  documentName?: string | undefined;
  /** The same file was in the trash. */
  isRestored?: boolean | undefined;
  pagesDone?: number | null | undefined;
  pagesTotal?: number | null | undefined;
  problem?: UploadProblem | undefined;
}

export interface UploadProblem {
  kind: 'empty' | 'network' | 'server' | 'tooLarge' | 'unread';
  /** Of the server. */
  message?: string | undefined;
  requestId?: string | undefined;
  canRetry: boolean;
}

export interface KnownFile {
  documentId: string;
  documentName: string;
}

/** A file on its way. */
export interface Transfer {
  pause: () => void;
  resume: () => void;
  /** Also removes what the server has of it. */
  cancel: () => void;
}

export interface TransferEvents {
  onProgress: (sent: number) => void;
  onDone: (document: { documentId: string; documentName: string; isRestored: boolean }) => void;
  onDuplicate: (known: Partial<KnownFile>) => void;
  onProblem: (problem: UploadProblem) => void;
}

export interface Sender {
  /** The document that has the same content, if that can be found out without sending the file. */
  known: (item: UploadItem) => Promise<KnownFile | undefined>;
  send: (item: UploadItem, events: TransferEvents) => Transfer;
  maxBytes: () => Promise<number | null>;
}

const AT_ONCE = 3;
const DONE: readonly UploadState[] = ['found', 'processing', 'unread', 'duplicate'];
const BUSY: readonly UploadState[] = ['checking', 'sending'];

export const isDone = ({ state }: UploadItem): boolean => DONE.includes(state);
/** Leaving the page now would end it. */
export const isUnfinished = ({ state }: UploadItem): boolean =>
  state === 'waiting' || state === 'checking' || state === 'sending' || state === 'paused';
export const needsAttention = ({ state }: UploadItem): boolean => state === 'failed' || state === 'duplicate';

/** The files of this browser on their way to the archive: a few at a time, the others wait. */
export class UploadQueue {
  #items: readonly UploadItem[] = [];
  readonly #transfers = new Map<string, Transfer>();
  readonly #listeners = new Set<() => void>();
  #nextId = 1;

  constructor(private readonly sender: Sender) {}

  readonly items = (): readonly UploadItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  add(organizationId: string, files: readonly File[], tagIds: readonly string[] = []): void {
    const added = files.map((file): UploadItem => ({
      ...{ id: String(this.#nextId++), organizationId, file, tagIds, sent: 0 },
      ...(file.size === 0 ? refused('empty') : { state: 'waiting' }),
    }));
    this.#set([...this.#items, ...added]);
    this.#startNext();
  }

  pause(id: string): void {
    const item = this.#find(id);
    if (item?.state === 'sending') this.#transfers.get(id)?.pause();
    if (item && isUnfinished(item)) this.#change(id, { state: 'paused' });
    this.#startNext();
  }

  resume(id: string): void {
    if (this.#find(id)?.state === 'paused') this.#change(id, { state: 'waiting' });
    this.#startNext();
  }

  retry(id: string): void {
    const item = this.#find(id);
    if (item?.state === 'failed' && item.problem?.canRetry === true)
      this.#change(id, { state: 'waiting', problem: undefined });
    this.#startNext();
  }

  /** `onlyNetwork`: those that failed because there was no connection. */
  retryAll({ onlyNetwork = false } = {}): void {
    for (const { id, state, problem } of this.#items)
      if (state === 'failed' && (!onlyNetwork || problem?.kind === 'network')) this.retry(id);
  }

  /** Forgets a file; what the server has of an unfinished one is removed. */
  remove(id: string): void {
    const item = this.#find(id);
    if (item && !isDone(item)) this.#transfers.get(id)?.cancel();
    this.#transfers.delete(id);
    this.#set(this.#items.filter((each) => each.id !== id));
    this.#startNext();
  }

  hideDone(): void {
    this.#set(this.#items.filter((item) => !isDone(item)));
  }

  /** What the server says about the processing of a document. */
  processed(
    documentId: string,
    change: Pick<UploadItem, 'pagesDone' | 'pagesTotal'> & { outcome?: string | undefined },
  ): void {
    const { outcome, ...pages } = change;
    for (const { id, state, documentId: own } of this.#items) {
      if (own !== documentId || state !== 'processing') continue;
      if (outcome === undefined) this.#change(id, pages);
      else if (outcome === 'text') this.#change(id, { state: 'found' });
      else this.#change(id, { state: 'unread' });
    }
  }

  #startNext(): void {
    let free = AT_ONCE - this.#items.filter(({ state }) => BUSY.includes(state)).length;
    for (const { id, state } of this.#items) {
      if (free <= 0) return;
      if (state !== 'waiting') continue;
      free -= 1;
      this.#change(id, { state: 'checking' });
      void this.#start(id);
    }
  }

  async #start(id: string): Promise<void> {
    const begun = this.#transfers.get(id);
    if (begun) {
      this.#change(id, { state: 'sending' });
      begun.resume();
      return;
    }
    const item = this.#find(id);
    if (!item) return;
    const maxBytes = await this.sender.maxBytes().catch(() => null);
    if (maxBytes !== null && item.file.size > maxBytes) {
      this.#end(id, refused('tooLarge'));
      return;
    }
    const known = await this.sender.known(item).catch(() => undefined);
    if (this.#find(id)?.state !== 'checking') return; // paused or removed meanwhile
    if (known) {
      this.#end(id, { state: 'duplicate', ...known });
      return;
    }
    this.#change(id, { state: 'sending' });
    const transfer = this.sender.send(item, {
      onProgress: (sent) => this.#change(id, { sent }),
      onDone: (document) => this.#end(id, { state: 'processing', sent: item.file.size, ...document }),
      onDuplicate: (document) => this.#end(id, { state: 'duplicate', ...document }),
      onProblem: (problem) => this.#end(id, { state: 'failed', problem }),
    });
    this.#transfers.set(id, transfer);
  }

  #end(id: string, change: Partial<UploadItem>): void {
    this.#change(id, change);
    this.#startNext();
  }

  #find(id: string): UploadItem | undefined {
    return this.#items.find((item) => item.id === id);
  }

  #change(id: string, change: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

const refused = (kind: 'empty' | 'tooLarge'): Pick<UploadItem, 'problem' | 'state'> => ({
  state: 'failed',
  problem: { kind, canRetry: false },
});
