import { Injectable } from '@nestjs/common';
import { kyselyOf, Leases, UnitOfWork, type Transaction } from '#ground/database';
import { MOVE_OF_FILES } from './move-of-files.js';
import type { StorageTables } from './stored-copy.schema.js';
import type { PlacedFile } from './stored-file.repository.js';

/** Copies of files in another plugin than the one that has the file. */
@Injectable()
export class StoredCopyRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly leases: Leases,
  ) {}

  /** Returns the id of a new copy; undefined when there is one already. */
  async insert({ storageKey, driver }: PlacedFile): Promise<string | undefined> {
    const added = await this.#db
      .insertInto('stored_copy')
      .values({ storage_key: storageKey, driver, state: 'copying' })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return added?.id;
  }

  async find({ storageKey, driver }: PlacedFile): Promise<string | undefined> {
    const copy = await this.#db
      .selectFrom('stored_copy')
      .select('id')
      .where('storage_key', '=', storageKey)
      .where('driver', '=', driver)
      .executeTakeFirst();
    return copy?.id;
  }

  /**
   * Makes the copy in the plugin `to` the file, and the file a copy that is to be removed, whose id it returns; undefined
   * when the file was purged or moved in the meantime.
   */
  async swap(
    tx: Transaction,
    copyId: string,
    { storageKey, driver, to }: PlacedFile & { to: string },
  ): Promise<string | undefined> {
    const db = kyselyOf<StorageTables>(tx);
    const file = await db
      .selectFrom('stored_file')
      .select('storage_key')
      .where('storage_key', '=', storageKey)
      .where('driver', '=', driver)
      .where('state', '=', 'committed')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!file) return undefined;
    const { numDeletedRows } = await db
      .deleteFrom('stored_copy')
      .where('id', '=', copyId)
      .where('state', '=', 'copying')
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) throw new Error('the copy was removed while it was written; run the command again');
    await db.updateTable('stored_file').set({ driver: to }).where('storage_key', '=', storageKey).execute();
    const old = await db
      .insertInto('stored_copy')
      .values({ storage_key: storageKey, driver, state: 'removing' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return old.id;
  }

  async markRemoved(copyId: string): Promise<void> {
    await this.#db.updateTable('stored_copy').set({ state: 'removing' }).where('id', '=', copyId).execute();
  }

  /** A copy that is marked for removal, locked; `isFile` when it is the file by now. */
  lockRemoved(tx: Transaction, copyId: string) {
    return kyselyOf<StorageTables>(tx)
      .selectFrom('stored_copy as c')
      .select(['c.storage_key as storageKey', 'c.driver'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('stored_file as f')
            .select('f.storage_key')
            .whereRef('f.storage_key', '=', 'c.storage_key')
            .whereRef('f.driver', '=', 'c.driver'),
        ).as('isFile'),
      )
      .where('c.id', '=', copyId)
      .where('c.state', '=', 'removing')
      .forUpdate('c')
      .executeTakeFirst();
  }

  async delete(tx: Transaction, copyId: string): Promise<void> {
    await kyselyOf<StorageTables>(tx).deleteFrom('stored_copy').where('id', '=', copyId).execute();
  }

  /** The copies that are marked for removal, with those that a move has left, which are marked now. */
  leftovers(): Promise<string[]> {
    return this.unitOfWork.run(async (tx) => {
      const db = kyselyOf<StorageTables>(tx);
      // When no move is running, nothing is being copied.
      if (await this.leases.isFree(tx, MOVE_OF_FILES))
        await db.updateTable('stored_copy').set({ state: 'removing' }).where('state', '=', 'copying').execute();
      const rows = await db
        .selectFrom('stored_copy')
        .select('id')
        .where('state', '=', 'removing')
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    });
  }

  get #db() {
    return kyselyOf<StorageTables>(this.unitOfWork);
  }
}
