import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrateDatabase } from '#ground/database';
import { coreMigrations } from '#operation/installation';
import { textLimits } from '../../libs/ground/database/src/migrations/0005-text-limits.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const ID = '0'.repeat(24);

describe('the migration that limits texts', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    await migrateDatabase(database.url, coreMigrations());
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(textLimits.down ?? '');
    await client.query(rows('x'.repeat(5000)));
    await client.query(textLimits.up);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const one = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows[0];

  it('shortens texts that older versions accepted', async () => {
    expect(
      await one(`select char_length(name) as name, image, char_length(email) as email from "user" where id = 'usr_1'`),
    ).toEqual({ name: 50, image: null, email: 254 });
    expect(await one(`select name, image from "user" where id = 'usr_2'`)).toEqual({
      name: 'ada',
      image: 'https://example.com/a.png',
    });
    expect(await one('select char_length(user_agent) as agent from auth_session')).toEqual({ agent: 512 });
    expect(await one('select char_length(name) as name from organization')).toEqual({ name: 50 });
    expect(await one('select char_length(name) as name from api_key')).toEqual({ name: 255 });
    expect(await one('select max(char_length(name)) as name, count(distinct name)::int as names from tag')).toEqual({
      name: 64,
      names: 2,
    });
    expect(await one(`select char_length(name) as length, right(original_name, 4) as ending from document`)).toEqual({
      length: 255,
      ending: '.pdf',
    });
    expect(await one('select char_length(value) as value from tagging_rule_condition')).toEqual({ value: 256 });
  });

  it.each([
    `update "user" set name = ''`,
    `update "user" set name = repeat('x', 51)`,
    `update "user" set email = repeat('x', 255) where id = 'usr_1'`,
    `update "user" set image = 'javascript:alert(1)'`,
    `update "user" set image = 'https://' || repeat('x', 2048)`,
    `update auth_session set user_agent = repeat('x', 513)`,
    `update organization set name = repeat('x', 51)`,
    `update api_key set name = repeat('x', 256)`,
    `update tag set description = repeat('x', 257)`,
    `update document set name = repeat('x', 256)`,
    `update document set notes = repeat('x', 2049)`,
    `update tagging_rule set name = repeat('x', 65)`,
    `update tagging_rule_condition set value = repeat('x', 257)`,
  ])('makes the database reject: %s', async (sql) => {
    await expect(client.query(sql)).rejects.toMatchObject({ code: '23514' });
  });
});

/** One row of each kind with texts of this length, a second tag and a user without a name. */
const rows = (long: string) => `
  insert into "user" (id, created_at, updated_at, email, name, image)
    values ('usr_1', now(), now(), '${long}', '${long}', 'javascript:alert(1)'),
      ('usr_2', now(), now(), 'ada@example.com', '   ', 'https://example.com/a.png');
  insert into auth_session (id, created_at, updated_at, expires_at, token, user_agent, user_id)
    values ('s', now(), now(), now(), 't', '${long}', 'usr_1');
  insert into organization (id, created_at, updated_at, name) values ('o', now(), now(), '${long}');
  insert into api_key (id, created_at, updated_at, name, prefix, key_hash, user_id, permissions)
    values ('ak', now(), now(), '${long}', 'p', 'h', 'usr_1', '{}');
  insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color, description)
    values ('tag_a${ID}', now(), now(), 'o', '${long}1', '${long}1', '#000000', '${long}'),
      ('tag_b${ID}', now(), now(), 'o', '${long}2', '${long}2', '#000000', null);
  insert into stored_file (storage_key, state) values ('k', 'committed');
  insert into document (id, created_at, updated_at, organization_id, original_name, original_size, original_sha256_hash,
      original_storage_key, name, name_sort_key, mime_type, notes, extraction_status)
    values ('d', now(), now(), 'o', '${long}.pdf', 1, 'h', 'k', '${long}.pdf', 'x', 'a/b', '${long}', 'completed');
  insert into tagging_rule (id, created_at, updated_at, organization_id, name, description, enabled, condition_match_mode)
    values ('tr', now(), now(), 'o', '${long}', '${long}', true, 'all');
  insert into tagging_rule_condition (id, created_at, updated_at, tagging_rule_id, position, field, operator, value)
    values ('trc', now(), now(), 'tr', 0, 'name', 'equal', '${long}');
`;
