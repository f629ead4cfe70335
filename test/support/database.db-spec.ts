import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createMigratedDatabase, createTestDatabase } from './database.js';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('test databases', () => {
  it('test databases are empty, isolated from each other and removed when dropped', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    await query(one.url, 'create table note (id integer)');
    await expect(query(two.url, 'select * from note')).rejects.toMatchObject({ code: '42P01' });
    await Promise.all([one.drop(), two.drop()]);
    await expect(query(one.url, 'select 1')).rejects.toMatchObject({ code: '3D000' });
  });

  it('copies a template that is migrated once, even when several tests request it at the same time', async () => {
    let times = 0;
    const migrate = async (url: string) => {
      times += 1;
      await query(url, 'create table note as select 5 as id');
    };
    const all = await Promise.all([1, 2, 3, 4].map(() => createMigratedDatabase(migrate, 'once')));
    expect(times).toBe(1);
    for (const { url } of all) expect(await query(url, 'select id from note')).toEqual([{ id: 5 }]);
    await Promise.all(all.map((database) => database.drop()));
  });
});
