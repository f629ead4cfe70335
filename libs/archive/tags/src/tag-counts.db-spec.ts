import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Transaction } from '#ground/database';
import { createId, type OrganizationContext } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { untilTrue } from '../../../../test/support/until.js';
import { tagCounts } from './migrations/0043-tag-counts.js';
import { TagCounts } from './tag-counts.repository.js';
import { TagCountsCheck } from './tag-counts.check.js';
import { TagRepository } from './tag.repository.js';

let database: OpenDatabase;
let counts: TagCounts;
let tags: TagRepository;
let ctx: OrganizationContext;

beforeAll(async () => {
  database = await openDatabase();
  counts = new TagCounts(database.unitOfWork);
  tags = new TagRepository(database.unitOfWork);
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await database.anOrganization();
});

const inOneTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => database.unitOfWork.run(work);
const run = (text: string, values: unknown[]) => inOneTransaction((tx) => tx.sql.query(text, values));

async function aTag(name = createId('name')): Promise<string> {
  const id = createId('tag');
  await run(
    `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
     values ($1, now(), now(), $2, $3, $3, '#000000')`,
    [id, ctx.organizationId, name],
  );
  return id;
}

async function documents(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => createId('doc'));
  await run(`insert into stored_file (storage_key, state) select unnest($1::text[]), 'committed'`, [ids]);
  await run(
    `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
       original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status)
     select id, now(), now(), $2, 'a', 1, id, id, 'a', 'a', 'text/plain', 'completed' from unnest($1::text[]) as id`,
    [ids, ctx.organizationId],
  );
  return ids;
}

const lock = (tx: Transaction, documentId: string) =>
  tx.sql.query('select from document where id = $1 for no key update', [documentId]);
const addTag = async (tx: Transaction, documentId: string, tagId: string) => {
  await lock(tx, documentId);
  await tx.sql.query('insert into document_tag values ($1, $2) on conflict do nothing', [documentId, tagId]);
};
const removeTag = async (tx: Transaction, documentId: string, tagId: string) => {
  await lock(tx, documentId);
  await tx.sql.query('delete from document_tag where document_id = $1 and tag_id = $2', [documentId, tagId]);
};
/** As the trash does: the lock and the change are one statement. */
const trash = async (tx: Transaction, documentId: string) => {
  await tx.sql.query('update document set deleted_at = now() where id = $1 and deleted_at is null', [documentId]);
};
const restore = async (tx: Transaction, documentId: string) => {
  await tx.sql.query('update document set deleted_at = null where id = $1 and deleted_at is not null', [documentId]);
};
const purge = async (tx: Transaction, documentId: string) => {
  await tx.sql.query('delete from document where id = $1 and deleted_at is not null', [documentId]);
};

const countOf = async (tagId: string) => (await tags.list(ctx)).find(({ id }) => id === tagId)?.documentsCount;
const differences = async () => (await database.pool.query('select from tag_count_difference')).rowCount;

describe('the number of active documents of a tag', () => {
  it('the count of a tag is right after many concurrent changes of every kind, while differences are added up', async () => {
    const [ids, [one, two]] = [await documents(12), [await aTag(), await aTag()]];
    const steps = [addTag, trash, addTag, restore, removeTag, addTag, trash, restore, addTag, trash, purge] as const;
    const worker = async (seed: number) => {
      let state = seed;
      for (let step = 0; step < 60; step += 1) {
        state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
        const documentId = ids[(state >>> 8) % ids.length] ?? '';
        const tagId = (state >>> 5) % 2 ? one : two;
        const change = steps[(state >>> 12) % steps.length] ?? addTag;
        // A purged document cannot be tagged any more.
        await inOneTransaction((tx) => change(tx, documentId, tagId)).catch((error: unknown) => {
          expect(error).toMatchObject({ code: '23503' });
        });
        if (step % 20 === 19) await counts.fold();
      }
    };
    await Promise.all([1, 2, 3, 4, 5].map((number) => worker(number * 7_919)));
    expect(await counts.compare()).toEqual([]);
    await counts.fold();
    expect([await counts.compare(), await differences()]).toEqual([[], 0]);
  });

  it('the count of a tag changes with tagging, the trash and the purge', async () => {
    const [[first = '', second = ''], tag] = [await documents(2), await aTag()];
    const seen = [await countOf(tag)];
    for (const step of [
      (tx: Transaction) => addTag(tx, first, tag),
      (tx: Transaction) => addTag(tx, second, tag),
      (tx: Transaction) => addTag(tx, second, tag),
      (tx: Transaction) => trash(tx, first),
      (tx: Transaction) => restore(tx, first),
      (tx: Transaction) => trash(tx, first),
      (tx: Transaction) => removeTag(tx, first, tag),
      (tx: Transaction) => restore(tx, first),
      (tx: Transaction) => trash(tx, second),
      (tx: Transaction) => purge(tx, second),
    ]) {
      await inOneTransaction(step);
      seen.push(await countOf(tag));
      await counts.fold();
      expect(await countOf(tag)).toBe(seen.at(-1));
    }
    expect(seen).toEqual([0, 1, 2, 2, 1, 2, 1, 1, 1, 0, 0]);
  });

  it('writers of the same tag do not wait for each other or for the sum', async () => {
    const [[first = '', second = '', third = ''], tag] = [await documents(3), await aTag()];
    await inOneTransaction(async (tx) => {
      await addTag(tx, first, tag);
      await inOneTransaction((other) => addTag(other, second, tag));
      await counts.fold();
      expect(await countOf(tag)).toBe(1);
      await inOneTransaction((other) => addTag(other, third, tag));
    });
    expect(await countOf(tag)).toBe(3);
    await counts.fold();
    expect(await countOf(tag)).toBe(3);
  });

  it('work that is rolled back does not change the count of a tag', async () => {
    const [[first = ''], tag] = [await documents(1), await aTag()];
    const work = inOneTransaction(async (tx) => {
      await addTag(tx, first, tag);
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await countOf(tag)).toBe(0);
  });

  it('deleting a tag removes its count and the differences', async () => {
    const [[first = '', second = ''], tag] = [await documents(2), await aTag()];
    await inOneTransaction((tx) => addTag(tx, first, tag));
    await counts.fold();
    await inOneTransaction((tx) => addTag(tx, second, tag));
    await run('delete from tag where id = $1', [tag]);
    await counts.fold();
    expect(await differences()).toBe(0);
    expect((await database.pool.query('select from tag_count where tag_id = $1', [tag])).rowCount).toBe(0);
  });

  it('one change does not read all documents after a large tag was deleted on the same connection', async () => {
    const [ids, [one, all]] = [await documents(2_000), [await aTag(), await aTag()]];
    await run(
      `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
       select 'tag_' || n, now(), now(), $1, n, n, '#000000' from generate_series(1, 500) n`,
      [ctx.organizationId],
    );
    await run('insert into document_tag select id, $2 from unnest($1::text[]) id', [ids, all]);
    await inOneTransaction((tx) => addTag(tx, ids[0] ?? '', one));
    await run('analyze document, tag', []);
    await inOneTransaction(async (tx) => {
      const read = async () =>
        (
          await tx.sql.query<{ rows: string }>(
            `select seq_tup_read as rows from pg_stat_xact_user_tables where relname = 'document'`,
          )
        )[0]?.rows;
      await tx.sql.query('delete from tag where id = $1', [all]);
      const before = await read();
      await removeTag(tx, ids[0] ?? '', one);
      expect(await read()).toBe(before);
    });
    expect([await countOf(one), await counts.compare()]).toEqual([0, []]);
  });

  it('the count includes documents that were tagged before the counts were kept', async () => {
    const [[first = '', second = ''], tag] = [await documents(2), await aTag()];
    await run(tagCounts.down ?? '', []);
    for (const id of [first, second]) await inOneTransaction((tx) => addTag(tx, id, tag));
    await inOneTransaction((tx) => trash(tx, second));
    await run(tagCounts.up, []);
    expect(await countOf(tag)).toBe(1);
    await inOneTransaction((tx) => restore(tx, second));
    expect([await countOf(tag), await counts.compare()]).toEqual([2, []]);
  });
});

describe('the migration', () => {
  it('the migration waits for a transaction that has changed a document and then tags it', async () => {
    const [[first = ''], tag] = [await documents(1), await aTag()];
    await run(tagCounts.down ?? '', []);
    const writer = await database.pool.connect();
    try {
      await writer.query('begin');
      await writer.query('update document set name = $2 where id = $1', [first, 'changed']);
      const migrated = database.pool.query(tagCounts.up); // once, as on startup
      const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await untilTrue('a wait for a lock', async () => (await database.pool.query(isWaiting)).rowCount !== 0);
      await writer.query('insert into document_tag values ($1, $2)', [first, tag]);
      await writer.query('commit');
      await migrated;
    } finally {
      writer.release(true);
    }
    expect([await countOf(tag), await counts.compare()]).toEqual([1, []]);
  });
});

describe('TagCountsCheck', () => {
  it('a wrong count is reported, and corrected during other changes', async () => {
    const [[first = '', second = ''], tag] = [await documents(2), await aTag()];
    await inOneTransaction((tx) => addTag(tx, first, tag));
    await run('insert into tag_count values ($1, 41)', [tag]);
    const check = new TagCountsCheck(counts);
    expect(await check.run()).toMatchObject({
      status: 'problem',
      message: `wrong for 1 tags, for instance ${tag} (42 documents instead of 1)`,
    });
    await inOneTransaction(async (tx) => {
      await addTag(tx, second, tag);
      expect(await check.fix()).toMatchObject({ status: 'ok' });
    });
    expect([await countOf(tag), (await check.run()).status]).toEqual([2, 'ok']);
  });
});
