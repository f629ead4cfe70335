import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import { limitedCall } from '#ground/plugin-host';
import { MOVE_LOCK } from './move-lock.js';
import { StorageDrivers } from './storage-drivers.js';
import { RemoveCopy } from './storage.jobs.js';

/** Shorter than the time after which PostgreSQL ends an idle transaction. */
const DELETE_WITHIN_SECONDS = 30;
/** Then a storage is away: each further copy could take the whole time, and the next sweep tries again. */
const FAILURES_IN_A_SWEEP = 10;

interface Copy {
  storageKey: string;
  driver: string;
}

/**
 * Copies of files in another plugin than the one that has the file. Each has a row before it exists and until it is
 * removed, so a crash leaves no copy that is not known. A copy is removed under the lock of its row: nothing can write
 * the same key to the same plugin between the deletion and the end of the row.
 */
@Injectable()
export class StoredCopies {
  constructor(
    private readonly drivers: StorageDrivers,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
  ) {}

  /** Announces a copy that is about to be written, after removing one that an interrupted move left. Returns its id. */
  async announce({ storageKey, driver }: Copy): Promise<string> {
    const sql = sqlOver(this.unitOfWork.db);
    for (;;) {
      const [added] = await sql.query<{ id: string }>(
        `insert into stored_copy (storage_key, driver, state) values ($1, $2, 'copying')
         on conflict do nothing returning id::text`,
        [storageKey, driver],
      );
      if (added) return added.id;
      const [leftover] = await sql.query<{ id: string }>(
        'select id::text from stored_copy where storage_key = $1 and driver = $2',
        [storageKey, driver],
      );
      if (leftover) await this.discard(leftover.id);
    }
  }

  /**
   * Makes the copy the file, and the file a copy that a job removes. False when the file was purged or moved in the
   * meantime.
   */
  async swap(tx: Transaction, copyId: string, { storageKey, from, to }: FileToSwap): Promise<boolean> {
    const found = await tx.sql.query(
      `select from stored_file where storage_key = $1 and driver = $2 and state = 'committed' for no key update`,
      [storageKey, from],
    );
    if (found.length === 0) return false;
    const taken = await tx.sql.query(`delete from stored_copy where id = $1 and state = 'copying' returning id`, [
      copyId,
    ]);
    if (taken.length === 0) throw new Error('the copy was removed while it was written; run the command again');
    await tx.sql.query('update stored_file set driver = $2 where storage_key = $1', [storageKey, to]);
    const [old] = await tx.sql.query<{ id: string }>(
      `insert into stored_copy (storage_key, driver, state) values ($1, $2, 'removing') returning id::text`,
      [storageKey, from],
    );
    await this.jobs.enqueue(tx, RemoveCopy, { copyId: old?.id ?? '' });
    return true;
  }

  /** Removes a copy that no file needs, whatever its state. */
  async discard(copyId: string): Promise<void> {
    await sqlOver(this.unitOfWork.db).query(`update stored_copy set state = 'removing' where id = $1`, [copyId]);
    await this.remove(copyId);
  }

  /** Running it twice is harmless. */
  async remove(copyId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const [copy] = await tx.sql.query<Copy & { isFile: boolean }>(
        `select c.storage_key as "storageKey", c.driver, exists (
           select from stored_file f where f.storage_key = c.storage_key and f.driver = c.driver) as "isFile"
         from stored_copy c where c.id = $1 and c.state = 'removing' for update of c`,
        [copyId],
      );
      if (!copy) return;
      if (!copy.isFile) await this.#delete(copy);
      await tx.sql.query('delete from stored_copy where id = $1', [copyId]);
    });
  }

  /** A transaction waits, so a plugin that does not respond is given up. */
  async #delete({ storageKey, driver: id }: Copy): Promise<void> {
    const driver = await this.drivers.named(id);
    await limitedCall(id, { seconds: DELETE_WITHIN_SECONDS }, () => driver.delete(storageKey));
  }

  /** Removes what interrupted moves left, and old copies whose job has failed. Returns how many. */
  async sweep(): Promise<number> {
    const ids = await this.unitOfWork.run(async (tx) => {
      // The lock is free when no move is running: then nothing is being copied.
      await tx.sql.query(
        `update stored_copy set state = 'removing' where state = 'copying' and pg_try_advisory_xact_lock($1)`,
        [MOVE_LOCK],
      );
      return tx.sql.query<{ id: string }>(`select id::text from stored_copy where state = 'removing' order by id`);
    });
    let removed = 0;
    const failures: unknown[] = [];
    for (const { id } of ids) {
      if (failures.length === FAILURES_IN_A_SWEEP) break;
      await this.remove(id).then(
        () => (removed += 1),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length === 0) return removed;
    const reason = (failures[0] as Error).message;
    throw new AggregateError(failures, `${failures.length} copies of moved files could not be removed: ${reason}`);
  }
}

interface FileToSwap {
  storageKey: string;
  /** Ids of plugins. */
  from: string;
  to: string;
}
