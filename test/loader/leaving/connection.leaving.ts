import { it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '../../support/database.js';

it('leaves a connection to a database', async () => {
  const { url } = await createTestDatabase();
  await new pg.Client({ connectionString: url }).connect();
});
