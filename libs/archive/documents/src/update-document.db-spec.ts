import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentsService } from './documents.service.js';
import { UpdateDocument } from './update-document.js';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../test/support/rows.js';

describe('UpdateDocument', () => {
  let app: TestApp;
  let updates: UpdateDocument;
  let documents: DocumentsService;
  let ctx: OrganizationContext;
  let id: string;

  beforeAll(async () => {
    app = await startApp();
    updates = app.app.get(UpdateDocument, { strict: false });
    documents = app.app.get(DocumentsService, { strict: false });
    ctx = systemContext((await app.anArchive()).organizationId, 'command');
    [{ id } = { id: '' }] = await addDocumentRows(app, ctx.organizationId, 1);
  });
  afterAll(() => app.close());

  const search = async (searchQuery: string): Promise<number> => {
    const query = { searchQuery, sort: { field: 'createdAt', order: 'desc' }, pageIndex: 0, pageSize: 10 } as const;
    return (await documents.list(ctx, query, new AbortController().signal)).documentsCount;
  };

  it('changes only the given fields, records which, and makes the document findable by them', async () => {
    await updates.execute(ctx, id, { name: 'Receipt', content: 'about marzipan' });
    const row = await updates.execute(ctx, id, { notes: 'paid' });
    expect(row).toMatchObject({ name: 'Receipt', content: 'about marzipan', notes: 'paid', documentDate: null });
    expect([await search('receipt'), await search('marzipan'), await search('absent')]).toEqual([1, 1, 0]);
    const { activities } = await documents.activity(ctx, id, { pageIndex: 0, pageSize: 10 });
    expect(activities.map(({ event, eventData }) => [event, eventData])).toEqual([
      ['updated', { updatedFields: ['notes'] }],
      ['updated', { updatedFields: ['name', 'content'] }],
    ]);
  });

  it('refuses a change of an outdated revision, and changes nothing', async () => {
    const before = await documents.details(ctx, id);
    const stale = updates.execute(ctx, id, { name: 'Too late' }, ['0']);
    await expect(stale).rejects.toMatchObject({ code: 'server.precondition_failed' });
    expect(await documents.details(ctx, id)).toEqual(before);
  });

  it('a change does not make a trashed document findable', async () => {
    await poolOf(app).query('update document set deleted_at = now() where id = $1', [id]);
    await updates.execute(ctx, id, { name: 'Gingerbread', content: 'gingerbread' });
    expect(await search('gingerbread')).toBe(0);
  });

  it('rejects a document of another organization as not found', async () => {
    const other = systemContext((await app.anArchive()).organizationId, 'command');
    await expect(updates.execute(other, id, { name: 'Mine' })).rejects.toMatchObject({ code: 'document.not_found' });
  });
});
