import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { nameKey } from '@archivolt/plugin-kit';
import { OrganizationsConfig } from '#config/organizations';
import { Clock, createId, revisionOf, type OrganizationContext } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { nameKeyOf } from './migrations/0057-tag-name-keys.js';
import { TagRepository } from './tag.repository.js';
import { TagsService } from './tags.service.js';
import { TwinTagsCheck } from './twin-tags.check.js';

const MAX_TAGS = 3;

let database: OpenDatabase;
let tags: TagRepository;
let service: TagsService;
let ctx: OrganizationContext;
let other: OrganizationContext;

beforeAll(async () => {
  database = await openDatabase();
  const { unitOfWork, changes } = database;
  tags = new TagRepository(unitOfWork);
  const config = Object.assign(new OrganizationsConfig(), { maxTags: MAX_TAGS });
  service = new TagsService(unitOfWork, tags, changes, config, new Clock());
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await database.anOrganization();
  other = await database.anOrganization();
});

const create = (name: string, by = ctx) =>
  database.unitOfWork.run((tx) => service.create(tx, by, { name, color: '#FF0000' }));

async function names(of = ctx): Promise<string[]> {
  return (await tags.list(of)).map(({ name }) => name).sort();
}

async function eventsOf({ organizationId }: OrganizationContext): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select name from event where organization_id = $1 order by position',
    [organizationId],
  );
  return rows.map(({ name }) => name);
}

/** A document with these tags; returns its id. */
async function aDocument(tagIds: readonly string[], { trashed = false } = {}): Promise<string> {
  const id = createId('doc');
  const { pool } = database;
  await pool.query(`insert into stored_file (storage_key, state) values ($1, 'committed')`, [id]);
  await pool.query(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, deleted_at)
     values ($1, now(), now(), $2, 'a', 1, $1, $1, 'a', 'a', 'text/plain', 'completed', case when $3 then now() end)`,
    [id, ctx.organizationId, trashed],
  );
  await pool.query('insert into document_tag (document_id, tag_id) select $1, unnest($2::text[])', [id, tagIds]);
  return id;
}

describe('creating a tag', () => {
  it('creating a tag is recorded in the log of the organization', async () => {
    await create('Bill');
    expect(await names()).toEqual(['Bill']);
    expect(await eventsOf(ctx)).toEqual(['tag:created']);
  });

  it('refuses one tag more than the organization may have', async () => {
    for (const name of ['a', 'b', 'c']) await create(name);
    await expect(create('d')).rejects.toMatchObject({ code: 'tags.organization_limit_reached' });
    await expect(create('d', other)).resolves.toMatchObject({ name: 'd' });
  });

  it('keeps the limit when many are created at once', async () => {
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => create(name)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_TAGS);
    expect(await names()).toHaveLength(MAX_TAGS);
  });

  it('refuses a name that differs only in case, in the same organization', async () => {
    await create('Rechnung ÄÖ');
    await expect(create('rechnung äö')).rejects.toMatchObject({ code: 'tags.already_exists' });
    await expect(create('rechnung äö', other)).resolves.toMatchObject({ normalizedName: 'rechnung äö' });
  });

  it.each([
    ['Öl'.normalize('NFC'), 'Öl'.normalize('NFD')],
    ['Account statement', 'account\u00a0\u2009 STATEMENT'],
    ['ﬁnal', 'final'],
    ['ＡＢＣ', 'abc'],
    ['Kon\u00adto', 'konto'],
  ])('refuses a name that looks like that of another tag, and names it: %j, %j', async (first, second) => {
    await create(first);
    const refusal = { code: 'tags.already_exists', message: `A tag with this name already exists: ${first}` };
    await expect(create(second)).rejects.toMatchObject(refusal);
    const tag = await create('Letter');
    await expect(service.update(ctx, tag.id, { name: second })).rejects.toMatchObject(refusal);
  });

  it.each([
    ['resume', 'résumé'],
    ['Strasse', 'Straße'],
    ['Muller', 'Müller'],
    ['e-mail', 'email'],
  ])('keeps tags apart whose names differ in a letter or sign: %j, %j', async (first, second) => {
    await create(first);
    await create(second);
    expect(await names()).toHaveLength(2);
  });

  it('accepts one of two equal names that arrive at once', async () => {
    const outcomes = await Promise.allSettled([create('Bill'), create('BILL')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'tags.already_exists' },
    });
  });
});

describe('changing a tag', () => {
  it('an update changes only the given fields of a tag, and makes a new revision', async () => {
    const tag = await create('Bill');
    const changed = await service.update(ctx, tag.id, { color: '#00FF00' });
    expect(changed).toMatchObject({ name: 'Bill', color: '#00FF00' });
    expect(revisionOf(changed.updatedAt)).not.toBe(revisionOf(tag.updatedAt));
    expect(await eventsOf(ctx)).toEqual(['tag:created', 'tag:updated']);
  });

  it('an update without a field records nothing', async () => {
    const tag = await create('Bill');
    await service.update(ctx, tag.id, {});
    expect(await eventsOf(ctx)).toEqual(['tag:created']);
  });

  it('a tag may change the case of its name, but cannot take the name of another tag', async () => {
    const tag = await create('Bill');
    await create('Letter');
    await expect(service.update(ctx, tag.id, { name: 'BILL' })).resolves.toMatchObject({ normalizedName: 'bill' });
    await expect(service.update(ctx, tag.id, { name: 'LETTER' })).rejects.toMatchObject({
      code: 'tags.already_exists',
    });
    expect(await names()).toEqual(['BILL', 'Letter']);
  });

  it('refuses a change of a tag at another revision than the expected one', async () => {
    const tag = await create('Bill');
    const revision = revisionOf(tag.updatedAt);
    await service.update(ctx, tag.id, { name: 'First' }, [revision]);
    await expect(service.update(ctx, tag.id, { name: 'Second' }, [revision])).rejects.toMatchObject({
      code: 'server.precondition_failed',
    });
  });

  it('rejects a tag of another organization as not found', async () => {
    const tag = await create('Bill');
    await expect(service.update(other, tag.id, { name: 'Mine' })).rejects.toMatchObject({ code: 'tags.not_found' });
    await expect(service.delete(other, tag.id)).rejects.toMatchObject({ code: 'tags.not_found' });
    expect(await names()).toEqual(['Bill']);
  });
});

describe('deleting a tag', () => {
  it('deleting a tag removes it from every document and makes room for another one', async () => {
    const [bill] = [await create('Bill'), await create('b'), await create('c')];
    const documentId = await aDocument([bill.id]);
    await service.delete(ctx, bill.id);
    expect(await tags.ofDocuments(ctx, [documentId])).toEqual(new Map());
    await expect(create('d')).resolves.toMatchObject({ name: 'd' });
    await expect(service.delete(ctx, bill.id)).rejects.toMatchObject({ code: 'tags.not_found' });
  });
});

describe('TagRepository', () => {
  it('lists tags newest first, with the number of their active documents', async () => {
    const bill = await create('Bill');
    const letter = await create('Letter');
    await aDocument([bill.id, letter.id]);
    await aDocument([bill.id]);
    await aDocument([bill.id], { trashed: true });
    const listed = await tags.list(ctx);
    expect(new Map(listed.map(({ name, documentsCount }) => [name, documentsCount]))).toEqual(
      new Map([
        ['Letter', 1],
        ['Bill', 2],
      ]),
    );
    expect(await tags.list(other)).toEqual([]);
  });

  it('returns the tags of each document by name', async () => {
    const letter = await create('letter');
    const bill = await create('Bill');
    const both = await aDocument([letter.id, bill.id]);
    const none = await aDocument([]);
    const found = await tags.ofDocuments(ctx, [both, none]);
    expect(found.get(both)?.map(({ name }) => name)).toEqual(['Bill', 'letter']);
    expect(found.has(none)).toBe(false);
    expect(await tags.ofDocuments(other, [both])).toEqual(new Map());
  });

  it('finds the tags that a search means by name in any case, or by id', async () => {
    const bill = await create('Bill');
    const found = await tags.idsByNameOrId(ctx, ['BILL', bill.id, 'unknown']);
    expect(found).toEqual(
      new Map([
        ['BILL', [bill.id]],
        [bill.id, [bill.id]],
        ['unknown', []],
      ]),
    );
    expect(await tags.idsByNameOrId(other, ['bill', bill.id])).toEqual(
      new Map([
        ['bill', []],
        [bill.id, []],
      ]),
    );
  });

  it('locks existing tags of the organization until the commit, in the order of their ids', async () => {
    const bill = await create('Bill');
    const letter = await create('Letter');
    const foreign = await create('Foreign', other);
    const kept = await database.unitOfWork.run((tx) =>
      tags.keep(tx, ctx, [letter.id, foreign.id, bill.id, 'tag_unknown']),
    );
    expect(kept).toEqual(
      [
        { id: bill.id, name: 'Bill' },
        { id: letter.id, name: 'Letter' },
      ].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(await database.unitOfWork.run((tx) => tags.keep(tx, ctx, []))).toEqual([]);
  });
});

describe('tags that look the same from before', () => {
  const decomposed = 'Öl'.normalize('NFD');

  async function twins(): Promise<string[]> {
    const { id } = await create('Öl');
    const twin = await create('Letter');
    await database.pool.query('update tag set name = $2, normalized_name = $3 where id = $1', [
      twin.id,
      decomposed,
      decomposed.toLowerCase(),
    ]);
    return [id, twin.id];
  }

  it('doctor names tags that look the same', async () => {
    const check = new TwinTagsCheck(tags);
    expect(await check.run()).toMatchObject({ status: 'ok' });
    await twins();
    const { status, message } = await check.run();
    expect(status).toBe('warning');
    expect(message).toContain(`"Öl" and "${decomposed}"`);
  });

  it('both are found by their names, and no third one is made', async () => {
    const [first, second] = await twins();
    const found = await tags.idsByNameOrId(ctx, ['öl', decomposed.toLowerCase()]);
    expect(found.get('öl')).toEqual([first]);
    expect([...(found.get(decomposed.toLowerCase()) ?? [])].sort()).toEqual([first, second].sort());
    await expect(create('ÖL')).rejects.toMatchObject({ code: 'tags.already_exists' });
  });

  it('the key of a name in the database is that of the server', async () => {
    const samples = [
      'Öl',
      decomposed,
      'ﬁnal \u00a0 ①',
      'Ａ\u00adＢ',
      'ΑΣ',
      'é\u2028x',
      'Ǆ',
      'straße',
      '\u212B',
      'a\tb',
    ];
    for (const name of samples.map((each) => each.toLowerCase())) {
      const { rows } = await database.pool.query<{ key: string }>(`select ${nameKeyOf('$1::text')} as key`, [name]);
      expect(rows).toEqual([{ key: nameKey(name) }]);
    }
  });
});
