import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import { limitedCall } from '#ground/plugin-host';
import { StorageDrivers } from './storage-drivers.js';
import { RemoveCopy } from './storage.jobs.js';
import { StoredCopyRepository } from './stored-copy.repository.js';
import type { PlacedFile } from './stored-file.repository.js';

/** Shorter than the time after which PostgreSQL ends an idle transaction. */
const DELETE_WITHIN_SECONDS = 30;
/** Then a storage is away: each further copy could take the whole time, and the next sweep tries again. */
const FAILURES_IN_A_SWEEP = 10;

/**
 * Copies of files in another plugin than the one that has the file. Each has a row before it exists and until it is
 * removed, so a crash leaves no copy that is not known. A copy is removed under the lock of its row: nothing can write
 * the same key to the same plugin between the deletion and the end of the row.
 */
@Injectable()
export class StoredCopies {
  constructor(
    private readonly drivers: StorageDrivers,
    private readonly stored: StoredCopyRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
  ) {}

  /** Announces a copy that is about to be written, after removing one that an interrupted move left. Returns its id. */
  async announce(copy: PlacedFile): Promise<string> {
    for (;;) {
      const added = await this.stored.insert(copy);
      if (added !== undefined) return added;
      const leftover = await this.stored.find(copy);
      if (leftover !== undefined) await this.discard(leftover);
    }
  }

  /**
   * Makes the copy the file, and the file a copy that a job removes. False when the file was purged or moved in the
   * meantime.
   */
  async swap(tx: Transaction, copyId: string, { storageKey, from, to }: FileToSwap): Promise<boolean> {
    const oldId = await this.stored.swap(tx, copyId, { storageKey, driver: from, to });
    if (oldId === undefined) return false;
    await this.jobs.enqueue(tx, RemoveCopy, { copyId: oldId });
    return true;
  }

  /** Removes a copy that no file needs, whatever its state. */
  async discard(copyId: string): Promise<void> {
    await this.stored.markRemoved(copyId);
    await this.remove(copyId);
  }

  /** Running it twice is harmless. */
  async remove(copyId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const copy = await this.stored.lockRemoved(tx, copyId);
      if (!copy) return;
      if (!copy.isFile) await this.#delete(copy);
      await this.stored.delete(tx, copyId);
    });
  }

  /** A transaction waits, so a plugin that does not respond is given up. */
  async #delete({ storageKey, driver: id }: PlacedFile): Promise<void> {
    const driver = await this.drivers.named(id);
    await limitedCall(id, { seconds: DELETE_WITHIN_SECONDS }, () => driver.delete(storageKey));
    await this.drivers.requirePresent(id); // where nothing is mounted, every file seems to be gone
  }

  /** Removes what interrupted moves left, and old copies whose job has failed. Returns how many. */
  async sweep(): Promise<number> {
    let removed = 0;
    const failures: unknown[] = [];
    for (const id of await this.stored.leftovers()) {
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
