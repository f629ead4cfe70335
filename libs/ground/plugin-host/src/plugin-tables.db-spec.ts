import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { definePlugin, type Sql } from '@archivolt/plugin-kit';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { migratePlugins } from './migrate-plugins.js';
import { remainsOf, removeRemains } from './remove-plugin.js';
import { stateOf } from './plugin-state.js';

describe('the tables of plugins', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let sql: Sql;

  beforeEach(async () => {
    database = await createMigratedDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    sql = {
      query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
        (await client.query(text, [...values])).rows as Row[],
      transaction: async (work) => {
        await client.query('begin');
        const result = await work(sql);
        await client.query('commit');
        return result;
      },
    };
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  const migrate = (id: string, ...statements: string[]) => {
    const migrations = statements.map((up, place) => ({ name: `000${place + 1}-tables`, up }));
    const manifest = definePlugin({ id, contract: 2, migrations, provides: {} });
    return migratePlugins([{ id, packageName: `@acme/${id}`, manifest }])(client);
  };
  const tables = async (beginning: string) => {
    const rows = await sql.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename ^@ $1 order by 1`,
      [beginning],
    );
    return rows.map(({ name }) => name);
  };

  const CHAT = `
    create type subscriber_chat_level as enum ('low', 'high');
    create table subscriber_chat_message (
      id bigint generated always as identity primary key, document_id text references document (id) on delete cascade,
      level subscriber_chat_level, text text unique);
    create index subscriber_chat_by_level on subscriber_chat_message (level);
    create function subscriber_chat_touch() returns trigger language plpgsql as 'begin return new; end';
    create trigger touch before update on subscriber_chat_message for each row execute function subscriber_chat_touch();
    create view subscriber_chat_texts as select text from subscriber_chat_message;`;

  it('tables of a plugin are created and changed when all names have its prefix', async () => {
    await migrate('subscriber-chat', CHAT, 'alter table subscriber_chat_message add column place int');
    await migrate('search-one', 'create table search_one (id int)');
    expect(await tables('subscriber_chat')).toEqual(['subscriber_chat_message']);
    expect(await tables('search_one')).toEqual(['search_one']);
  });

  it.each([
    ['create table message (id int)', 'creates the table "message"'],
    ['create table subscriber_chatter (id int)', 'creates the table "subscriber_chatter"'],
    ['create index on document (name)', 'creates the index "document_name_idx"'],
    ['create sequence numbers', 'creates the sequence "numbers"'],
    [`create function f() returns int language sql as 'select 1'`, 'creates the function "f"'],
    [`create type mood as enum ('good')`, 'creates the type "mood"'],
    ['create schema chat', 'creates the schema "chat"'],
    ['alter table document add column chat text', 'changes the table "document"'],
    ['drop table document_tag cascade', 'removes the table "document_tag"'],
    [
      `create function subscriber_chat_f() returns trigger language plpgsql as 'begin return new; end';
       create trigger subscriber_chat_t after insert on document for each row execute function subscriber_chat_f()`,
      'creates the trigger "subscriber_chat_t"',
    ],
  ])('tables of a plugin are rolled back after %s', async (statement, reason) => {
    const migrated = migrate('subscriber-chat', `create table subscriber_chat_a (id int); ${statement}`);
    await expect(migrated).rejects.toThrow(`the migration 0001-tables of the plugin @acme/subscriber-chat ${reason}`);
    await expect(migrated).rejects.toThrow(/must begin with subscriber_chat_\.\nRemedy: correct the migration/);
    expect(await tables('subscriber_chat')).toEqual([]);
    expect(await tables('document_tag')).toEqual(['document_tag']);
  });

  it('the error names plugin and migration when a statement is wrong', async () => {
    await expect(migrate('subscriber-chat', CHAT, 'create tabel x')).rejects.toThrow(
      /the migration 0002-tables of the plugin @acme\/subscriber-chat failed: syntax error[^]*\nRemedy: /,
    );
    expect(await tables('subscriber_chat')).toEqual(['subscriber_chat_message']); // of the first one
  });

  it('a plugin cannot have the names of tables of the host, which `plugins remove` would drop', async () => {
    await expect(migrate('intake-file', 'create table intake_file_log (id int)')).rejects.toThrow(
      /@acme\/intake-file cannot have tables: the (index|table) "intake_file\w*" exists already[^]*\nRemedy: give the plugin another id/,
    );
    expect(await tables('intake_file')).toEqual(['intake_file']);
    expect(await remainsOf(sql, 'intake-file', [])).toMatchObject({ objects: [], migrations: [] });
  });

  it('a migration that ends its transaction is rolled back with everything else', async () => {
    const statements = 'create table subscriber_chat_a (id int); commit; drop table document_tag cascade;';
    await expect(migrate('subscriber-chat', statements)).rejects.toThrow(
      /the migration 0001-tables of the plugin @acme\/subscriber-chat failed: .*transaction commands/,
    );
    expect(await tables('subscriber_chat')).toEqual([]);
    expect(await tables('document_tag')).toEqual(['document_tag']);
  });

  it('tables of a plugin are dropped with its state and migrations, and can be created again', async () => {
    await migrate('subscriber-chat', CHAT);
    await migrate('subscriber-chat-more', 'create table subscriber_chat_more_a (id int)');
    await stateOf('subscriber-chat', '', sql).set('cursor', 1);
    await stateOf('subscriber-chat-more', '', sql).set('cursor', 2);

    const remains = await remainsOf(sql, 'subscriber-chat', []);
    expect(remains).toMatchObject({ migrations: ['0001-tables'], stateValues: 1 });
    expect(remains.objects.filter(({ kind }) => kind === 'table').map(({ name }) => name)).toEqual([
      'subscriber_chat_message',
    ]);
    await removeRemains(sql, 'subscriber-chat', remains);

    expect(await remainsOf(sql, 'subscriber-chat', [])).toEqual({ objects: [], migrations: [], stateValues: 0 });
    expect(await tables('subscriber_chat')).toEqual(['subscriber_chat_more_a']);
    expect(await stateOf('subscriber-chat-more', '', sql).get('cursor')).toBe(2);
    await migrate('subscriber-chat', CHAT);
    expect(await tables('subscriber_chat_message')).toEqual(['subscriber_chat_message']);
  });

  it('tables are not dropped when no migration of the plugin was applied', async () => {
    expect((await remainsOf(sql, 'document-tag', [])).objects).toEqual([]);
  });
});
