import { createSearchTestbed, describeSearchBackend, sqlOverPool } from '@archivolt/plugin-kit/testing';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import manifest from '../src/plugin.js';

let database: TestDatabase;
let pool: pg.Pool;

describeSearchBackend('search-template', {
  create: async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 4 });
    return createSearchTestbed(manifest, sqlOverPool(pool));
  },
  destroy: async () => {
    await pool.end();
    await database.drop();
  },
});
