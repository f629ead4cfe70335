import { Injectable } from '@nestjs/common';
import { kyselyOf, NOW, UnitOfWork } from '#ground/database';
import type { StorageTables } from './stored-copy.schema.js';

export interface StorageMarker {
  marker: string;
  /** False until the marker is known to be in the storage. */
  isPlaced: boolean;
}

@Injectable()
export class StorageMarkerRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async of(driver: string): Promise<StorageMarker | undefined> {
    const row = await this.#db
      .selectFrom('storage_marker')
      .select(['marker', 'placed_at'])
      .where('driver', '=', driver)
      .executeTakeFirst();
    return row && { marker: row.marker, isPlaced: row.placed_at !== null };
  }

  /** Keeps the marker that another process has added meanwhile. */
  async add(driver: string, marker: string): Promise<void> {
    await this.#db
      .insertInto('storage_marker')
      .values({ driver, marker })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Records that the storage of `driver` has this marker. */
  async setPlaced(driver: string, marker: string): Promise<void> {
    await this.#db
      .insertInto('storage_marker')
      .values({ driver, marker, placed_at: NOW })
      .onConflict((conflict) => conflict.column('driver').doUpdateSet({ marker, placed_at: NOW }))
      .execute();
  }

  get #db() {
    return kyselyOf<StorageTables>(this.unitOfWork);
  }
}
