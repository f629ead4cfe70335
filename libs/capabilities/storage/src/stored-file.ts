/** What is known of a file when its last byte has arrived. */
export interface FileFacts {
  /** Bytes. */
  size: number;
  /** The hash of the bytes, lower-case hexadecimal. */
  sha256: string;
}

/** What has arrived: `bytes` are those of a short file, see `MOST_SHORT_TEXT_BYTES`. */
export interface ArrivedFile extends FileFacts {
  bytes?: Buffer | undefined;
}

/** A file whose last byte has arrived and that is not published yet. */
export interface AnnouncedFile extends FileFacts {
  storageKey: string;
  /** Id of the storage plugin that writes it. */
  driver: string;
}

/**
 * A file that was received and does not belong to a document yet. Disposing it removes it, unless it was kept:
 * `await using file = await files.store(…)`.
 */
export class StoredFile implements FileFacts, AsyncDisposable {
  readonly storageKey: string;
  readonly size: number;
  readonly sha256: string;
  /** False when it was refused at its last byte: then nothing is stored. */
  readonly isStored: boolean;
  /** The bytes of a short file, for the job that reads it. */
  readonly bytes: Buffer | undefined;
  #isKept = false;

  constructor(
    { storageKey, size, sha256, isStored, bytes }: ArrivedFile & { storageKey: string; isStored: boolean },
    private readonly discard: () => Promise<void>,
  ) {
    this.bytes = bytes;
    this.storageKey = storageKey;
    this.size = size;
    this.sha256 = sha256;
    this.isStored = isStored;
  }

  /** To be called when the transaction that confirms the file is committed. */
  keep(): void {
    this.#isKept = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.isStored && !this.#isKept) await this.discard();
  }
}
