import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { runCli } from '../support/run-cli.js';
import { runCliHere } from './run-cli-here.js';

describe('seed', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let settings: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    settings = { DATA_DIR: await mkdtemp(join(tmpdir(), 'archivolt-seed-')), DATABASE_URL: database.url };
    expect((await runCliHere(['migrate'], settings)).errors).toBe('');
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
    await rm(settings['DATA_DIR'] ?? '', { recursive: true });
  });

  const documents = async () =>
    (
      await client.query<{ name: string; content: string; outcome: string }>(
        'select name, content, extraction_outcome as outcome from document order by name',
      )
    ).rows;

  it('fills an empty archive with extracted documents and prints the login', async () => {
    const { code, output, errors } = await runCli(['seed'], settings);
    expect(errors).toBe('');
    expect(code).toBe(0);
    expect(output).toMatch(/Login +demo@example.com, password \S+/);
    expect(output).toMatch(/Key +ppapi_[A-Za-z0-9]{64}/);
    expect(output.match(/Organization +org_[a-z0-9]{24}/g)).toHaveLength(2);
    const rows = await documents();
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(rows.filter(({ outcome }) => outcome !== 'text')).toEqual([]);
    const words = {
      'Dentist receipt.png': 'Marlow',
      'Rental agreement.docx': '940 EUR',
      'Letter to the landlord.odt': 'radiator',
      'Budget 2026.xlsx': 'Groceries',
      'Electricity May 2026.pdf': 'Tidewater',
      'Pancakes.html': 'Buttermilk',
      'Footbridge.eml': 'larch',
      'Gruesse aus Koeln.txt': 'Plätzchen',
    };
    for (const [name, word] of Object.entries(words)) {
      expect(rows.find((row) => row.name === name)?.content).toContain(word);
    }
    const tagged = await client.query('select from document_tag');
    expect(tagged.rowCount).toBeGreaterThan(20);
  });

  it('a second run adds nothing and restores samples that were deleted', async () => {
    const before = await documents();
    const again = await runCliHere(['seed'], settings);
    expect(again.output).toMatch(/^The samples are there already\.\n/);
    expect(await documents()).toEqual(before);
    await client.query(`delete from document where name = 'School trip.txt'`);
    expect((await runCliHere(['seed'], settings)).output).toMatch(/^Added 1 documents?; /);
    expect(await documents()).toEqual(before);
  });

  it('refuses to create an account with a known password in production', async () => {
    const secret = { NODE_ENV: 'production', AUTH_SECRET: 'b7c1f0a94d2e6835b7c1f0a94d2e6835' };
    const { code, errors } = await runCliHere(['seed'], { ...settings, ...secret });
    expect(errors).toMatch(/not for NODE_ENV=production[^]*Remedy: /);
    expect(code).toBe(1);
  });
});
