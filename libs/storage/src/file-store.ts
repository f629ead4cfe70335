import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ByteRange, StorageDriver, StoredObject } from '@archivolt/plugin-kit';
import { JobQueue } from '#libs/jobs';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import { FreeSpace } from './free-space.js';
import { StorageFull, StoredFileMissing } from './storage.errors.js';
import { RemoveFiles } from './storage.jobs.js';
import { StoredFile, type FileFacts } from './stored-file.js';

/** The storage plugin that new files are written to. */
export const STORAGE_DRIVER = Symbol.for('archivolt.storage.driver');

const FILES_PER_JOB = 200;

/**
 * Files of documents. A file is announced in the database before it appears under its key, and confirmed in the
 * transaction that adds its document, so whatever a crash leaves behind is known and removed by the sweep.
 */
@Injectable()
export class FileStore {
  readonly #logger = new Logger('Storage');

  constructor(
    @Inject(STORAGE_DRIVER) private readonly driver: StorageDriver,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly space: FreeSpace,
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
      announce = () => this.#announce(storageKey),
    }: { signal: AbortSignal; announce?: (facts: FileFacts) => Promise<boolean> },
  ): Promise<StoredFile> {
    await this.space.assertUploadsFit();
    const discard = () => this.#discard(storageKey);
    const arrived: { facts?: FileFacts; isRefused?: boolean } = {};
    await using unfinished = new AsyncDisposableStack();
    const bytes = measured(source, async (facts) => {
      arrived.facts = facts;
      unfinished.defer(discard);
      arrived.isRefused = !(await announce(facts));
      if (arrived.isRefused) throw new Error('the file is refused');
    });
    try {
      // Without object mode nothing is read ahead of what the driver has taken.
      await this.driver.write(storageKey, Readable.from(bytes, { objectMode: false }), { signal });
    } catch (error) {
      if (!arrived.isRefused) throw isDiskFull(error) ? StorageFull({ cause: error }) : error;
    }
    const { facts, isRefused = false } = arrived;
    if (!facts) throw new Error('the storage plugin did not read the file to its end');
    unfinished.move(); // from here on the caller discards it
    return new StoredFile({ ...facts, storageKey, isStored: !isRefused }, discard);
  }

  async #announce(storageKey: string): Promise<boolean> {
    await sqlOver(this.unitOfWork.db).query(`insert into stored_file (storage_key, state) values ($1, 'pending')`, [
      storageKey,
    ]);
    return true;
  }

  /**
   * Removes a file that is pending. A confirmed file stays, so this is safe when it is not known whether the transaction
   * of the document was committed. A failure is logged: the sweep tries again.
   */
  async #discard(storageKey: string): Promise<void> {
    try {
      const discarded = await sqlOver(this.unitOfWork.db).query(
        `update stored_file set state = 'deleting' where storage_key = $1 and state = 'pending' returning storage_key`,
        [storageKey],
      );
      if (discarded.length > 0) await this.remove([storageKey]);
    } catch (error) {
      this.#logger.warn(`Could not remove the file ${storageKey} of an unfinished upload: ${(error as Error).message}`);
    }
  }

  /** Part of the transaction that removes documents permanently; the files go afterwards. */
  async removeLater(tx: Transaction, storageKeys: readonly string[]): Promise<void> {
    if (storageKeys.length === 0) return;
    await tx.sql.query(`update stored_file set state = 'deleting' where storage_key = any($1)`, [storageKeys]);
    const jobs = [];
    for (let start = 0; start < storageKeys.length; start += FILES_PER_JOB) {
      jobs.push({ storageKeys: storageKeys.slice(start, start + FILES_PER_JOB) });
    }
    await this.jobs.enqueueAll(tx, RemoveFiles, jobs);
  }

  /**
   * Removes files marked by {@link removeLater}; running it twice is harmless. Continues after a failure and throws an
   * AggregateError at the end.
   */
  async remove(storageKeys: readonly string[]): Promise<void> {
    const sql = sqlOver(this.unitOfWork.db);
    const rows = await sql.query<{ storage_key: string }>(
      `select storage_key from stored_file where storage_key = any($1) and state = 'deleting'`,
      [storageKeys],
    );
    const removed: string[] = [];
    const failures: unknown[] = [];
    for (const { storage_key: storageKey } of rows) {
      try {
        await this.driver.delete(storageKey);
        removed.push(storageKey);
      } catch (error) {
        failures.push(error);
      }
    }
    await sql.query(
      `delete from stored_file where storage_key in (
         select storage_key from stored_file where storage_key = any($1) and state = 'deleting'
         order by storage_key for update)`,
      [removed],
    );
    if (failures.length > 0) {
      const reason = (failures[0] as Error).message;
      throw new AggregateError(failures, `${failures.length} stored files could not be removed: ${reason}`);
    }
  }

  async read(storageKey: string, range?: ByteRange): Promise<Readable> {
    const stream = await this.driver.read(storageKey, range);
    if (!stream) throw StoredFileMissing();
    return stream;
  }

  stat(storageKey: string): Promise<StoredObject | undefined> {
    return this.driver.stat(storageKey);
  }

  /** Removes what unfinished uploads and removals of more than `minutes` ago (database time) left behind. */
  async sweep(minutes: number): Promise<{ files: number; unfinished: number }> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ storage_key: string }>(
      `update stored_file set state = 'deleting' where storage_key in (
         select storage_key from stored_file
         where state = 'deleting' or (state = 'pending' and created_at <= now() - make_interval(mins => $1))
         order by storage_key for no key update)
       returning storage_key`,
      [minutes],
    );
    const unfinished = await this.driver.sweepUnfinished(new Date(Date.now() - minutes * 60_000));
    await this.remove(rows.map((row) => row.storage_key));
    return { files: rows.length, unfinished };
  }
}

/** `.pdf` of a file name, when it is short and plain enough to be part of a storage key; otherwise nothing. */
export function fileExtension(fileName: string): string {
  return /\.[A-Za-z0-9]{1,16}$/.exec(fileName)?.[0].toLowerCase() ?? '';
}

/** Passes the bytes on and calls `atEnd` before it ends: as long as that runs, the reader waits for the end. */
async function* measured(
  source: AsyncIterable<Buffer>,
  atEnd: (facts: FileFacts) => Promise<void>,
): AsyncIterable<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    yield chunk;
  }
  await atEnd({ size, sha256: hash.digest('hex') });
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
