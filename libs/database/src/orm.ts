import { MikroORM } from '@mikro-orm/postgresql';
import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { findEntities } from './find-entities.js';

/** Entities over the shared pool. */
export async function createOrm(pool: pg.Pool): Promise<MikroORM> {
  return MikroORM.init({
    entities: await findEntities(),
    dbName: 'archivolt', // only for messages: connections come from the pool
    driverOptions: new PostgresDialect({ pool }),
    ensureDatabase: false, // it would look for the one named above, and end the pool on the way
    forceUtcTimezone: true,
    disableIdentityMap: false,
    allowGlobalContext: false,
  });
}
