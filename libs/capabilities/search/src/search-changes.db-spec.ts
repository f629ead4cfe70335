import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Sql } from '@archivolt/plugin-kit';
import { sqlOver } from '#ground/database';
import { createId, type OrganizationContext } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { IndexStateRepository } from './index-state.repository.js';
import { SearchChangesRepository } from './search-changes.repository.js';

const SQLITE = { pluginId: 'search-sqlite', indexVersion: 1 };
const SEGMENTS = { pluginId: 'search-segments', indexVersion: 3 };

let database: OpenDatabase;
let state: IndexStateRepository;
let changes: SearchChangesRepository;
let ctx: OrganizationContext;

beforeAll(async () => {
  database = await openDatabase();
  state = new IndexStateRepository(database.unitOfWork);
  changes = new SearchChangesRepository(database.unitOfWork);
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await database.anOrganization();
  await database.pool.query('delete from document; delete from search_change');
});

const withSql = <Result>(work: (sql: Sql) => Promise<Result>) => work(sqlOver(database.unitOfWork.db));

/** Adds documents in one statement; returns their ids. */
async function documents(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => createId('doc')).sort();
  await database.pool.query(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [
    ids,
  ]);
  await database.pool.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status)
     select id, now(), now(), $2, 'a', 1, id, id, 'a', 'a', 'text/plain', 'completed' from unnest($1::text[]) id`,
    [ids, ctx.organizationId],
  );
  return ids;
}

async function aTag(): Promise<string> {
  const id = createId('tag');
  await database.pool.query(
    `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
     values ($1, now(), now(), $2, $1, $1, '#FF0000')`,
    [id, ctx.organizationId],
  );
  return id;
}

/** Adds a property; returns its id. */
async function aProperty(type: string): Promise<string> {
  const id = createId('cpd');
  await database.pool.query(
    'insert into custom_property (id, organization_id, name, key, type) values ($1, $2, $1, $1, $3)',
    [id, ctx.organizationId, type],
  );
  return id;
}

async function anOption(propertyId: string): Promise<string> {
  const id = createId('cpso');
  await database.pool.query('insert into custom_property_option (id, property_id, name, key) values ($1, $2, $1, $1)', [
    id,
    propertyId,
  ]);
  return id;
}

const setValue = (
  documentId: string,
  propertyId: string,
  column: string,
  value: unknown,
  position = 0,
): Promise<unknown> =>
  database.pool.query(
    `insert into document_custom_property (document_id, property_id, position, ${column}) values ($1, $2, $3, $4)`,
    [documentId, propertyId, position, value],
  );

const next = () => withSql((sql) => changes.next(sql));
const changedIds = async () => (await next()).map(({ documentId }) => documentId).sort();
const forget = () => database.pool.query('delete from search_change');

describe('a search plugin in this database', () => {
  it('a new archive has nothing to fill for a plugin in the database, so its start changes nothing', async () => {
    expect(await state.adopt(SEGMENTS, true)).toBeUndefined();
    expect(await state.read()).toMatchObject({ ...SEGMENTS, rebuildReason: null });
  });

  it('a plugin in this database causes no changes to be recorded', async () => {
    const [a = ''] = await documents(3);
    await setValue(a, await aProperty('text'), 'text_value', 'x');
    await database.pool.query(`update document set notes = 'x'`);
    expect(await changes.waiting()).toMatchObject({ documents: 0 });
  });
});

describe('an external search plugin', () => {
  it('an external plugin that replaces another one needs a rebuild, once although many processes start', async () => {
    const reasons = await Promise.all(Array.from({ length: 4 }, () => state.adopt(SQLITE, false)));
    expect(reasons.filter((reason) => reason !== undefined)).toEqual([
      'it was filled by search-segments version 3, and search-sqlite version 1 keeps it now',
    ]);
    expect(await state.read()).toMatchObject({ ...SQLITE, rebuildClears: true, rebuildNumber: 1 });
  });

  it('receives every change of documents, their tags and dates, but none that a search cannot see', async () => {
    const [a = '', b = '', c = ''] = await documents(3);
    expect(await changedIds()).toEqual([a, b, c]);
    await forget();
    await database.pool.query(`update document set extraction_status = 'running'`);
    expect(await changedIds()).toEqual([]);
    await database.pool.query(`update document set document_date = now() where id = $1`, [a]);
    const tagId = await aTag();
    await database.pool.query('insert into document_tag (document_id, tag_id) values ($1, $2)', [b, tagId]);
    expect(await changedIds()).toEqual([a, b]);
    await forget();
    await database.pool.query('delete from tag where id = $1', [tagId]);
    expect(await changedIds()).toEqual([b]);
    await forget();
    await database.pool.query('update document set deleted_at = now(), updated_at = now() where id = $1', [c]);
    await database.pool.query('delete from document where id = any($1)', [[b, c]]);
    expect(await next()).toMatchObject([
      { documentId: c, organizationId: ctx.organizationId, document: undefined },
      { documentId: b, organizationId: ctx.organizationId, document: undefined },
    ]);
  });

  it('an external plugin receives a document when its notes, type or properties change, including deleted options', async () => {
    const [a = '', b = '', c = ''] = await documents(3);
    const [text, choice] = [await aProperty('text'), await aProperty('select')];
    const option = await anOption(choice);
    await forget();
    await database.pool.query(`update document set notes = 'x' where id = $1`, [a]);
    await database.pool.query(`update document set mime_type = 'text/html' where id = $1`, [b]);
    expect(await changedIds()).toEqual([a, b]);
    await forget();
    await setValue(a, text, 'text_value', 'x');
    await setValue(c, choice, 'option_id', option);
    expect(await changedIds()).toEqual([a, c]);
    await forget();
    await database.pool.query(`update document_custom_property set text_value = 'y' where property_id = $1`, [text]);
    expect(await changedIds()).toEqual([a]);
    await forget();
    await database.pool.query('delete from custom_property_option where id = $1', [option]);
    expect(await changedIds()).toEqual([c]);
    await forget();
    await database.pool.query('delete from custom_property where id = $1', [text]);
    expect(await changedIds()).toEqual([a]);
  });

  it('receives notes, type and the values of all kinds of properties', async () => {
    const [a = '', b = ''] = await documents(2);
    await database.pool.query(`update document set notes = 'remark', mime_type = 'Image/PNG' where id = $1`, [a]);
    const ids: Record<string, string> = {};
    for (const type of ['text', 'number', 'date', 'boolean', 'select', 'multi_select', 'document_relation']) {
      ids[type] = await aProperty(type);
    }
    const id = (type: string): string => ids[type] ?? '';
    const [chosen, first, second] = [
      await anOption(id('select')),
      await anOption(id('multi_select')),
      await anOption(id('multi_select')),
    ];
    const date = new Date('0001-01-01T00:00:00.001Z');
    await setValue(a, id('text'), 'text_value', '');
    await setValue(a, id('number'), 'number_value', 0.1);
    await setValue(a, id('date'), 'date_value', date.toISOString());
    await setValue(a, id('boolean'), 'boolean_value', false);
    await setValue(a, id('select'), 'option_id', chosen);
    await setValue(a, id('multi_select'), 'option_id', second, 1);
    await setValue(a, id('multi_select'), 'option_id', first, 0);
    await setValue(a, id('document_relation'), 'related_document_id', b);
    const properties = [
      { propertyId: id('text'), type: 'text', text: '' },
      { propertyId: id('number'), type: 'number', number: 0.1 },
      { propertyId: id('date'), type: 'date', date },
      { propertyId: id('boolean'), type: 'boolean', boolean: false },
      { propertyId: id('select'), type: 'option', optionIds: [chosen] },
      { propertyId: id('multi_select'), type: 'option', optionIds: [first, second] },
      { propertyId: id('document_relation'), type: 'document', documentIds: [b] },
    ].sort((one, other) => (one.propertyId < other.propertyId ? -1 : 1));
    const changed = await next();
    const expected = [
      { id: a, notes: 'remark', mimeType: 'image/png', properties },
      { id: b, notes: '', mimeType: 'text/plain', properties: [] },
    ];
    expect(changed.map(({ document }) => document)).toMatchObject(expected);
    expect(await withSql((sql) => changes.documentsAfter(sql, ''))).toMatchObject(expected);
  });

  it('an external plugin receives documents with long properties one by one, so that a batch stays small', async () => {
    const ids = await documents(2);
    const property = await aProperty('text');
    for (const id of ids) await setValue(id, property, 'text_value', 'x'.repeat(8_000_001));
    expect(await next()).toHaveLength(1);
    const after = await withSql((sql) => changes.documentsAfter(sql, ''));
    expect(after.map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });

  it('receives one delivery for several changes, with the state after all of them and a growing version', async () => {
    const [a = ''] = await documents(1);
    const tagId = await aTag();
    await database.pool.query('insert into document_tag (document_id, tag_id) values ($1, $2)', [a, tagId]);
    await database.pool.query(`update document set name = 'b', updated_at = now() + interval '1 s'`);
    const [first] = await next();
    expect(first).toMatchObject({ documentId: a, document: { id: a, name: 'b', tagIds: [tagId] } });
    expect(first?.changes).toHaveLength(3);
    const [second] = await next();
    expect(BigInt(second?.version ?? 0)).toBeGreaterThan(BigInt(first?.version ?? 0));
  });

  it('refused documents are counted separately from failed documents that are sent again', async () => {
    await documents(2);
    const [refused, failed] = await next();
    if (!refused || !failed) throw new Error('two documents have changed');
    await withSql(async (sql) => {
      await changes.postpone(sql, refused, new Error('too long'), { isFinal: true });
      await changes.postpone(sql, failed, new Error('a is undefined'), { isFinal: false });
    });
    expect(await changes.waiting()).toMatchObject({
      documents: 2,
      refused: 1,
      refusedDocumentId: refused.documentId,
      refusedBecause: 'too long',
      failed: 1,
      failedDocumentId: failed.documentId,
      failedBecause: 'a is undefined',
    });
  });

  it('keeps a change that is committed while an earlier one is delivered', async () => {
    const [a = ''] = await documents(1);
    const [before] = await next();
    await database.pool.query(`update document set name = 'later'`);
    await withSql((sql) => changes.remove(sql, before?.changes ?? []));
    expect(await next()).toMatchObject([{ documentId: a, document: { name: 'later' } }]);
  });

  it('a document that was not accepted is sent again later, with the time of its first change', async () => {
    const [a = ''] = await documents(1);
    await database.pool.query(`update search_change set changed_at = '2026-01-01'`);
    const [changed = fail()] = await next();
    const error = new Error(`not accepted: \0${'x'.repeat(10_000)}`);
    await withSql((sql) => changes.postpone(sql, changed, error, { isFinal: false }));
    const { rows } = await database.pool.query<{ error: string }>('select * from search_change');
    expect(rows).toMatchObject([{ document_id: a, attempts: 1, changed_at: new Date('2026-01-01Z') }]);
    expect(rows[0]?.error).toMatch(/^not accepted: {2}x{100,500}$/);
  });

  it('keeps the changes of a document when the postponement fails', async () => {
    await documents(1);
    const [changed = fail()] = await next();
    const tooMany = { ...changed, attempts: 2 ** 31 - 1 };
    const work = withSql((sql) => changes.postpone(sql, tooMany, new Error('x'), { isFinal: false }));
    await expect(work).rejects.toThrow('out of range');
    expect(await changes.waiting()).toMatchObject({ documents: 1 });
  });

  it('refused documents are sent again when a rebuild is requested', async () => {
    const [a = ''] = await documents(1);
    const [changed = fail()] = await next();
    await withSql((sql) => changes.postpone(sql, changed, new Error('no'), { isFinal: true }));
    expect(await next()).toEqual([]);
    await state.requestRebuild('it was requested');
    expect(await changes.waiting()).toMatchObject({ refused: 0 });
    expect(await changedIds()).toEqual([a]);
  });

  it('the documents after one that an external plugin does not accept are filled', async () => {
    const [a = '', b = ''] = await documents(2);
    await forget();
    const refused = { documentId: a, organizationId: ctx.organizationId, changes: [], attempts: 0, version: '1' };
    const all = async () => (await withSql((sql) => changes.documentsAfter(sql, ''))).map(({ id }) => id);
    expect(await all()).toEqual([a, b]);
    await withSql((sql) =>
      changes.postpone(sql, { ...refused, document: undefined }, new Error('no'), { isFinal: false }),
    );
    expect(await all()).toEqual([b]);
  });

  it('an external plugin sees nothing of a change that is rolled back', async () => {
    const work = database.unitOfWork.run(async (tx) => {
      await tx.sql.query(`update document set name = 'x'`);
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await changedIds()).toEqual([]);
  });

  it('lets a change of many documents record them with the statement itself', async () => {
    await documents(3_000);
    const { rows } = await database.pool.query<{ count: number }>('select count(*)::int as count from search_change');
    expect(rows).toEqual([{ count: 3_000 }]);
    const batch = await next();
    expect(batch).toHaveLength(500);
  });

  it('an external plugin waits longer after each failure, and not at all after a success', async () => {
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt += 1)
      pauses.push(await withSql((sql) => state.failed(sql, new Error('away'))));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000));
    await withSql((sql) => state.succeeded(sql));
    expect(await state.read()).toMatchObject({ failingSince: null, lastError: null });
  });

  it('a rebuild that was requested again in the meantime is not ended', async () => {
    const before = await state.read();
    await state.requestRebuild('it was requested');
    await withSql((sql) => state.finishRebuild(sql, before));
    expect(await state.read()).toMatchObject({ rebuildReason: 'it was requested' });
    await withSql(async (sql) => state.finishRebuild(sql, await state.read(sql)));
    expect(await state.read()).toMatchObject({ rebuildReason: null });
  });

  it('no recorded changes are left when a plugin in this database replaces an external one', async () => {
    await documents(1);
    expect(await state.adopt(SEGMENTS, true)).toContain('search-sqlite version 1');
    await documents(1);
    expect(await changes.waiting()).toMatchObject({ documents: 0 });
  });
});

function fail(): never {
  throw new Error('no document has changed');
}
