import { createHash, randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { MOST_SHORT_TEXT_BYTES, type ByteRange, type StorageDriver } from '@archivolt/plugin-kit';
import { JobQueue } from '#ground/jobs';
import type { Transaction } from '#ground/database';
import { Clock } from '#ground/kernel';
import { FreeSpace } from './free-space.js';
import { FindFile, type FoundFile } from './find-file.js';
import { HeldRemovals } from './held-removals.js';
import { StorageFull, StorageUnavailable } from './storage.errors.js';
import { isOfAnotherCause, StorageDrivers } from './storage-drivers.js';
import { RemoveFiles } from './storage.jobs.js';
import { StoredCopies } from './stored-copies.js';
import { StoredFileRepository, type KnownFile } from './stored-file.repository.js';
import { RecentFiles } from './recent-files.js';
import { StoredFile, type AnnouncedFile, type ArrivedFile } from './stored-file.js';

const FILES_PER_JOB = 200;
const SAMPLE_FACTOR = 100;
/** The free space is looked at again after so many bytes: a file may be larger than what was free when it began. */
const SPACE_CHECK_BYTES = 64 * 1024 * 1024;

/**
 * Files of documents. A file is announced in the database before it appears under its key, and confirmed in the
 * transaction that adds its document, so whatever a crash leaves behind is known and removed by the sweep. Its row names
 * the storage plugin that has it.
 */
@Injectable()
export class FileStore {
  readonly #logger = new Logger('Storage');
  readonly #recent = new RecentFiles();

  constructor(
    private readonly drivers: StorageDrivers,
    private readonly copies: StoredCopies,
    private readonly findFile: FindFile,
    private readonly stored: StoredFileRepository,
    private readonly jobs: JobQueue,
    private readonly space: FreeSpace,
    private readonly clock: Clock,
    private readonly held: HeldRemovals,
  ) {}

  /**
   * Stores the bytes durably while they are hashed and measured. `announce` is called with the result when the last byte
   * has arrived and before the driver publishes the file: it must add the row in state 'pending', or return false to
   * refuse the file. On any failure, of the source too, nothing is left behind.
   */
  async store(
    storageKey: string,
    source: AsyncIterable<Buffer>,
    {
      signal,
      announce = (file) => this.#announce(file),
    }: { signal: AbortSignal; announce?: (file: AnnouncedFile) => Promise<boolean> },
  ): Promise<StoredFile> {
    const { writer, writerId } = this.drivers;
    await this.drivers.requireKnown(writerId);
    await this.space.assertUploadsFit();
    const discard = () => this.#discard(storageKey);
    const arrived: { file?: ArrivedFile; isRefused?: boolean; isBroken?: boolean } = {};
    await using unfinished = new AsyncDisposableStack();
    const bytes = measured(this.#whileSpaceIsLeft(source), async (file) => {
      arrived.file = file;
      unfinished.defer(discard);
      const { size, sha256 } = file;
      arrived.isRefused = !(await announce({ size, sha256, storageKey, driver: writerId }));
      if (arrived.isRefused) throw new Error('the file is refused');
    });
    try {
      // Without object mode nothing is read ahead of what the driver has taken.
      await writer.write(
        storageKey,
        Readable.from(
          noting(bytes, () => (arrived.isBroken = true)),
          { objectMode: false },
        ),
        { signal },
      );
    } catch (error) {
      if (!arrived.isRefused) throw this.#writeFailure(error, arrived.isBroken === true || signal.aborted);
    }
    const { file, isRefused = false } = arrived;
    if (!file) throw new Error('the storage plugin did not read the file to its end');
    if (!isRefused) await this.drivers.requirePresent(writerId);
    unfinished.move(); // from here on the caller discards it
    return new StoredFile({ ...file, storageKey, isStored: !isRefused }, discard);
  }

  #writeFailure(error: unknown, isOfSource: boolean): unknown {
    if (isDiskFull(error)) return StorageFull({ cause: error });
    if (isOfSource || isOfAnotherCause(error)) return error;
    this.drivers.suspect(this.drivers.writerId, error);
    return StorageUnavailable({ cause: error });
  }

  async *#whileSpaceIsLeft(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    let unchecked = 0;
    for await (const chunk of source) {
      unchecked += chunk.length;
      if (unchecked >= SPACE_CHECK_BYTES) {
        await this.space.assertUploadsFit();
        unchecked = 0;
      }
      yield chunk;
    }
  }

  async #announce(file: AnnouncedFile): Promise<boolean> {
    await this.stored.announce(file);
    return true;
  }

  /**
   * Removes a file that is pending. A confirmed file stays, so this is safe when it is not known whether the transaction
   * of the document was committed. A failure is logged: the sweep tries again.
   */
  async #discard(storageKey: string): Promise<void> {
    try {
      if (await this.stored.discard(storageKey)) await this.remove([storageKey]);
    } catch (error) {
      this.#logger.warn(`Could not remove the file ${storageKey} of an unfinished upload: ${(error as Error).message}`);
    }
  }

  /** Part of the transaction that adds the row which a stored file belongs to. */
  async confirm(tx: Transaction, storageKey: string): Promise<void> {
    if (!(await this.stored.confirm(tx, storageKey))) throw new Error(`the file ${storageKey} is not pending any more`);
  }

  /** Part of the transaction that removes documents permanently; the files go afterwards. */
  async removeLater(tx: Transaction, storageKeys: readonly string[]): Promise<void> {
    if (storageKeys.length === 0) return;
    await this.stored.markDeleted(tx, storageKeys);
    const jobs = [];
    for (let start = 0; start < storageKeys.length; start += FILES_PER_JOB) {
      jobs.push({ storageKeys: storageKeys.slice(start, start + FILES_PER_JOB) });
    }
    await this.jobs.enqueueAll(tx, RemoveFiles, jobs);
  }

  /**
   * Removes files marked by {@link removeLater}; running it twice is harmless. Continues after a failure and throws an
   * AggregateError at the end. While a backup is made nothing is removed: a later sweep does it.
   */
  async remove(storageKeys: readonly string[]): Promise<void> {
    const removed: string[] = [];
    const failures: unknown[] = [];
    const marked = await this.stored.deleted(storageKeys);
    if (marked.length === 0 || (await this.held.isBackupUnderWay())) return;
    for (const { storageKey, driver } of marked) {
      try {
        await (await this.drivers.named(driver)).delete(storageKey);
        await this.drivers.requirePresent(driver); // where nothing is mounted, every file seems to be gone
        removed.push(storageKey);
      } catch (error) {
        failures.push(error);
      }
    }
    await this.stored.forget(removed);
    if (failures.length > 0) {
      const reason = (failures[0] as Error).message;
      throw new AggregateError(failures, `${failures.length} stored files could not be removed: ${reason}`);
    }
  }

  /** Throws `StoredFileMissing`, or `StoredFileDamaged` when its size is wrong. `known` saves reading its row. */
  find(storageKey: string, known?: KnownFile): Promise<FoundFile> {
    return this.findFile.execute(storageKey, known);
  }

  /** {@link find}, and read it. */
  async read(storageKey: string, { known, range }: { known?: KnownFile; range?: ByteRange } = {}): Promise<Readable> {
    return (await this.find(storageKey, known)).read(range);
  }

  /**
   * Reads some files to their end, others each time; each is compared with what was stored. Returns how many were read.
   * Files that are known to be damaged are left out, and those with the keys in `except`.
   */
  async readSample(count: number, except: ReadonlySet<string>, signal: AbortSignal): Promise<number> {
    const files = (await this.stored.sample(count * SAMPLE_FACTOR)).filter(
      ({ isDamaged, storageKey }) => !isDamaged && !except.has(storageKey),
    );
    const start = randomInt(Math.max(1, files.length - count + 1));
    const chosen = files.slice(start, start + count);
    for (const file of chosen) {
      signal.throwIfAborted();
      await finished((await this.read(file.storageKey, { known: file })).resume(), { signal });
    }
    return chosen.length;
  }

  /** Keeps the bytes of a short file in memory for {@link readNew}, if they are not read much later. */
  willBeRead({ storageKey, bytes }: StoredFile): void {
    if (bytes) this.#recent.remember(storageKey, bytes);
  }

  /** {@link read} for a file that was stored a moment ago. */
  async readNew(storageKey: string): Promise<AsyncIterable<Buffer>> {
    const bytes = this.#recent.take(storageKey);
    return bytes ? Readable.from([bytes]) : this.read(storageKey);
  }

  /**
   * Removes what unfinished uploads and removals of more than `minutes` ago (database time) left behind, and what moves
   * left. Continues after a failure and throws at the end. `opensReaders: false` leaves everything that is not in the
   * writer to the next sweep, so that a start does not wait for another storage.
   */
  async sweep(minutes: number, { opensReaders = true } = {}): Promise<{ files: number; unfinished: number }> {
    const outdated = await this.stored.markUnfinished(minutes, opensReaders ? undefined : this.drivers.writerId);
    const swept = { files: outdated.length, unfinished: 0 };
    const sweepUnfinished = async (driver: StorageDriver) => {
      // eslint-disable-next-line no-restricted-syntax -- storages give files the real time
      swept.unfinished += await driver.sweepUnfinished(new Date(Date.now() - minutes * 60_000));
    };
    await inTurn([
      ...(opensReaders ? await this.#driversInUse() : [this.drivers.writerId]).map(
        (id) => async () => sweepUnfinished(await this.drivers.named(id)),
      ),
      () => this.remove(outdated),
      async () => void (swept.files += opensReaders ? await this.copies.sweep() : 0),
    ]);
    return swept;
  }

  /** The loaded plugins that may have unfinished writes: one that never had a file may have no settings. */
  async #driversInUse(): Promise<string[]> {
    const inUse = new Set([this.drivers.writerId, ...(await this.stored.driversInUse())]);
    return this.drivers.ids.filter((id) => inUse.has(id));
  }
}

async function inTurn(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1)
    throw new AggregateError(failures, failures.map((error) => (error as Error).message).join('; '));
}

/** `.pdf` of a file name, when it is short and plain enough to be part of a storage key; otherwise nothing. */
export function fileExtension(fileName: string): string {
  return /\.[A-Za-z0-9]{1,16}$/.exec(fileName)?.[0].toLowerCase() ?? '';
}

/** Passes the bytes on and calls `atEnd` before it ends: as long as that runs, the reader waits for the end. */
async function* measured(
  source: AsyncIterable<Buffer>,
  atEnd: (file: ArrivedFile) => Promise<void>,
): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  let chunks: Buffer[] = [];
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    if (size <= MOST_SHORT_TEXT_BYTES) chunks.push(chunk);
    else chunks = [];
    yield chunk;
  }
  // A copy: a chunk may be a part of a larger buffer, which would stay with it.
  const bytes = size <= MOST_SHORT_TEXT_BYTES ? Buffer.concat(chunks) : undefined;
  await atEnd({ size, sha256: hash.digest('hex'), bytes });
}

/** Passes the bytes on and reports when the source fails: not when the reader does, which throws into this generator. */
async function* noting(source: AsyncIterable<Buffer>, onFailure: () => void): AsyncIterable<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await iterator.next().catch((error: unknown) => {
        onFailure();
        throw error;
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
