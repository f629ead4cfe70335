import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { ByteRange, StorageDriver, StoredObject } from '@archivolt/plugin-kit';
import { JobQueue } from '#libs/jobs';
import { UnitOfWork, type Transaction } from '#libs/database';
import { FreeSpace } from './free-space.js';
import { StorageFull, StoredFileMissing } from './storage.errors.js';
import { RemoveFiles } from './storage.jobs.js';

/** The storage plugin that new files are written to. */
export const STORAGE_DRIVER = Symbol.for('archivolt.storage.driver');

export interface StoredUpload {
  storageKey: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, lower-case hexadecimal. */
  sha256: string;
}

const FILES_PER_JOB = 200;

/**
 * Files of documents. A file is announced in the database before its first byte is written and confirmed in the
 * transaction that makes its document, so whatever a crash leaves behind is known and can be swept.
 */
@Injectable()
export class FileStore {
  constructor(
    @Inject(STORAGE_DRIVER) private readonly driver: StorageDriver,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly space: FreeSpace,
  ) {}

  /**
   * Stores the bytes durably while they are hashed and measured. On any failure, of the source too, nothing is left
   * behind.
   */
  async store(storageKey: string, source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<StoredUpload> {
    await this.space.assertUploadsFit();
    await this.unitOfWork.run((tx) =>
      tx.sql.query(`insert into stored_file (storage_key, state) values ($1, 'pending')`, [storageKey]),
    );
    const hash = createHash('sha256');
    try {
      // Without object mode nothing is read ahead of what the driver has taken.
      const content = Readable.from(hashed(source, hash), { objectMode: false });
      const size = await this.driver.write(storageKey, content, { signal });
      return { storageKey, size, sha256: hash.digest('hex') };
    } catch (error) {
      await this.discard(storageKey);
      throw isDiskFull(error) ? StorageFull({ cause: error }) : error;
    }
  }

  /** Part of the transaction that makes the document. */
  async confirm(tx: Transaction, storageKey: string): Promise<void> {
    const rows = await tx.sql.query(
      `update stored_file set state = 'committed' where storage_key = $1 and state = 'pending' returning storage_key`,
      [storageKey],
    );
    if (rows.length === 0) throw new Error(`the file ${storageKey} is not waiting to be confirmed`);
  }

  /**
   * Removes a file that no document came of. A confirmed file stays, so this is safe when it is not known whether the
   * transaction of the document was committed.
   */
  async discard(storageKey: string): Promise<void> {
    const discarded = await this.unitOfWork.run((tx) =>
      tx.sql.query(
        `update stored_file set state = 'deleting' where storage_key = $1 and state = 'pending' returning storage_key`,
        [storageKey],
      ),
    );
    if (discarded.length > 0) await this.remove([storageKey]);
  }

  /** Part of the transaction that removes documents for good; the files go afterwards. */
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
   * Removes files marked by {@link removeLater}; running it twice is harmless. One that cannot be removed does not keep
   * the others: it is told at the end.
   */
  async remove(storageKeys: readonly string[]): Promise<void> {
    const rows = await this.unitOfWork.run((tx) =>
      tx.sql.query<{ storage_key: string }>(
        `select storage_key from stored_file where storage_key = any($1) and state = 'deleting'`,
        [storageKeys],
      ),
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
    await this.unitOfWork.run((tx) =>
      tx.sql.query(
        `delete from stored_file where storage_key in (
           select storage_key from stored_file where storage_key = any($1) and state = 'deleting'
           order by storage_key for update)`,
        [removed],
      ),
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

  /** Removes what uploads left behind that began more than `minutes` ago (database time) and never ended. */
  async sweep(minutes: number): Promise<{ files: number; unfinished: number }> {
    const rows = await this.unitOfWork.run((tx) =>
      tx.sql.query<{ storage_key: string }>(
        `update stored_file set state = 'deleting' where storage_key in (
           select storage_key from stored_file
           where state = 'deleting' or (state = 'pending' and created_at <= now() - make_interval(mins => $1))
           order by storage_key for no key update)
         returning storage_key`,
        [minutes],
      ),
    );
    const unfinished = await this.driver.sweepUnfinished(new Date(Date.now() - minutes * 60_000));
    await this.remove(rows.map((row) => row.storage_key));
    return { files: rows.length, unfinished };
  }

  check(): Promise<void> {
    return this.driver.check();
  }
}

/** `.pdf` of a file name, when it is short and plain enough to be part of a storage key; otherwise nothing. */
export function fileExtension(fileName: string): string {
  return /\.[A-Za-z0-9]{1,16}$/.exec(fileName)?.[0].toLowerCase() ?? '';
}

async function* hashed(source: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
