import { extname, join } from 'node:path';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { EarlyCommitDialect } from './last-statement.js';
import type { PoolOptions } from './postgres-pool.js';

const LIBS = join(import.meta.dirname, '..', '..', '..');
const EXTENSION = extname(import.meta.filename);

/** Entities over the shared pool. Each library defines its tables in `*.entity` and `*.schema` files. */
export async function createOrm(pool: pg.Pool, { isPooled = false }: PoolOptions = {}): Promise<MikroORM> {
  return MikroORM.init({
    entities: [`*/*/src/**/*.{entity,schema}${EXTENSION}`],
    baseDir: LIBS,
    dbName: 'archivolt', // only for messages: connections come from the pool
    driverOptions: new EarlyCommitDialect({ pool, isPooled }),
    ensureDatabase: false, // it would look for the one named above, and end the pool on the way
    forceUtcTimezone: true,
    disableIdentityMap: false,
    allowGlobalContext: false,
  });
}
