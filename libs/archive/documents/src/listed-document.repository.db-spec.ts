import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SearchSort } from '@archivolt/plugin-kit';
import { DocumentsService } from './documents.service.js';
import { ListedDocumentRepository } from './listed-document.repository.js';
import { createId, systemContext, type OrganizationContext } from '#ground/kernel';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { poolOf } from '../../../../test/support/rows.js';

const SORTS = (['createdAt', 'updatedAt', 'name', 'documentDate', 'size'] as const).flatMap((field) =>
  (['asc', 'desc'] as const).map((order): SearchSort => ({ field, order })),
);

describe('ListedDocumentRepository', () => {
  let app: TestApp;
  let documents: ListedDocumentRepository;
  let service: DocumentsService;

  beforeAll(async () => {
    app = await startApp();
    documents = app.app.get(ListedDocumentRepository, { strict: false });
    service = app.app.get(DocumentsService, { strict: false });
  });
  afterAll(() => app.close());

  const anArchive = async () => systemContext((await app.anArchive()).organizationId, 'command');

  /** Rows without files, three of which share each time of creation, name, date and size. */
  async function addRows(ctx: OrganizationContext, count: number, isTrashed = false): Promise<string[]> {
    const ids = Array.from({ length: count }, () => createId('doc'));
    await poolOf(app).query(
      `insert into stored_file (storage_key, driver, state) select unnest($1::text[]), 'local', 'committed'`,
      [ids],
    );
    await poolOf(app).query(
      `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
         original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status, document_date,
         deleted_at)
       select id, now() - make_interval(mins => (number / 3)::int), now() - make_interval(mins => (number % 7)::int), $1,
         'a', (number / 3)::bigint, id, id, 'a', 'name ' || number / 3, 'text/plain', 'completed',
         case when number % 2 = 0 then now() - make_interval(days => (number / 3)::int) end,
         case when $3 then now() end
       from unnest($2::text[]) with ordinality as item(id, number)`,
      [ctx.organizationId, ids, isTrashed],
    );
    await poolOf(app).query(
      `update organization_log set active_documents = (
         select count(*) from document where organization_id = $1 and deleted_at is null) where organization_id = $1`,
      [ctx.organizationId],
    );
    return ids;
  }

  it('returns the same slices from both ends of the list, in every order, without gaps and repetitions', async () => {
    const ctx = await anArchive();
    const ids = await addRows(ctx, 11);
    await addRows(ctx, 2, true);
    await addRows(await anArchive(), 2);
    for (const sort of SORTS) {
      const slices = async (isFromEnd: boolean) => {
        const found = [];
        for (const offset of [0, 4, 8])
          found.push(await documents.findSlice(ctx, sort, { offset, limit: 4, isFromEnd }));
        return (isFromEnd ? found.reverse() : found).flatMap(({ rows }) => rows.map(({ id }) => id));
      };
      const forward = await slices(false);
      expect(forward.toSorted()).toEqual(ids.toSorted());
      expect(await slices(true)).toEqual(forward);
    }
  });

  it('says how many documents are active, whatever part is read', async () => {
    const ctx = await anArchive();
    await addRows(ctx, 3);
    const sort = { field: 'createdAt', order: 'desc' } as const;
    expect((await documents.findSlice(ctx, sort, { offset: 2, limit: 2 })).activeDocuments).toBe(3);
    expect(await documents.findSlice(ctx, sort, { offset: 3, limit: 2 })).toEqual({
      rows: [],
      activeDocuments: undefined,
    });
  });

  it('shows the same pages of a long list as a plain statement, near its end too', async () => {
    const ctx = await anArchive();
    await addRows(ctx, 4_510);
    const signal = new AbortController().signal;
    for (const sort of SORTS.filter(({ field }) => field === 'createdAt' || field === 'documentDate')) {
      const column = sort.field === 'createdAt' ? 'created_at' : 'document_date';
      const nulls = sort.order === 'asc' ? 'nulls first' : 'nulls last';
      const { rows } = await poolOf(app).query<{ id: string }>(
        `select id from document where organization_id = $1 and deleted_at is null
         order by ${column} ${sort.order} ${nulls}, created_at ${sort.order}, id ${sort.order}`,
        [ctx.organizationId],
      );
      const ids = rows.map(({ id }) => id);
      for (const pageIndex of [0, 19, 20, 22, 23, 44, 45, 46, 1_000_000]) {
        const page = await service.list(ctx, { searchQuery: '', sort, pageIndex, pageSize: 100 }, signal);
        expect(page.documentsCount).toBe(4_510);
        expect([pageIndex, page.documents.map(({ id }) => id)]).toEqual([
          pageIndex,
          ids.slice(pageIndex * 100, pageIndex * 100 + 100),
        ]);
      }
    }
  });

  it('shows the properties of the organization with every document of every slice', async () => {
    const ctx = await anArchive();
    const ids = await addRows(ctx, 7);
    const propertyId = createId('property');
    await poolOf(app).query(
      `insert into custom_property (id, created_at, updated_at, organization_id, name, key, type, display_order)
       values ($1, now(), now(), $2, 'Paid on', 'paidon', 'date', 0)`,
      [propertyId, ctx.organizationId],
    );
    await poolOf(app).query(
      `insert into document_custom_property (document_id, property_id, position, date_value)
       select unnest($1::text[]), $2, 0, timestamptz '1890-01-02 03:04:05.678Z'`,
      [ids, propertyId],
    );
    const paidOn = { key: 'paidon', name: 'Paid on', type: 'date', value: '1890-01-02T03:04:05.678Z' };
    for (const sort of SORTS)
      for (const isFromEnd of [false, true]) {
        const { rows } = await documents.findSlice(ctx, sort, { offset: 3, limit: 3, isFromEnd });
        expect(rows.map(({ customProperties }) => customProperties)).toMatchObject([[paidOn], [paidOn], [paidOn]]);
      }
    const found = await documents.findInOrder(ctx, [createId('doc'), ...ids.slice(0, 2)]);
    expect(found.map(({ customProperties }) => customProperties)).toMatchObject([[paidOn], [paidOn]]);
  });

  it('returns tags by name, and none of another organization', async () => {
    const [ctx, other] = [await anArchive(), await anArchive()];
    const [tagged = '', plain = ''] = await addRows(ctx, 2);
    const addTag = async (archive: OrganizationContext, name: string) => {
      const id = createId('tag');
      await poolOf(app).query(
        `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
         values ($1, '2026-01-02T03:04:05.678Z', now(), $2, $3, lower($3), '#000000')`,
        [id, archive.organizationId, name],
      );
      await poolOf(app).query('insert into document_tag (document_id, tag_id) values ($1, $2)', [tagged, id]);
    };
    for (const name of ['Paid', 'bills']) await addTag(ctx, name);
    await addTag(other, 'foreign');
    const [first, second] = await documents.findInOrder(ctx, [tagged, createId('doc'), plain]);
    expect(first?.tags.map(({ name }) => name)).toEqual(['bills', 'Paid']);
    expect(first?.tags[0]).toMatchObject({ createdAt: new Date('2026-01-02T03:04:05.678Z'), description: null });
    expect(second).toMatchObject({ id: plain, tags: [], customProperties: [] });
    expect((await documents.find(ctx, tagged))?.tags).toEqual(first?.tags);
    expect([await documents.find(other, tagged), await documents.findInOrder(other, [tagged])]).toEqual([
      undefined,
      [],
    ]);
  });
});
