import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork, type Transaction } from '#ground/database';
import { makeExtraction, type Attachment, type Extraction } from '#capabilities/extraction';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import type { ApiClient } from '../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../test/support/rows.js';
import { DocumentContent, UpdateDocument } from './index.js';

interface Row {
  content: string;
  mimeType: string;
  status: string;
  outcome: string | null;
  reason: string | null;
  provider: string | null;
  updatedAt: Date;
}

describe('DocumentContent', () => {
  let app: TestApp;
  let api: ApiClient;
  let content: DocumentContent;
  let ctx: OrganizationContext;
  let documentId: string;

  beforeAll(async () => {
    app = await startApp();
    content = app.app.get(DocumentContent, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const archive = await app.anArchive();
    api = archive.api;
    ctx = systemContext(archive.organizationId, 'extraction');
    documentId = await aDocument();
  });

  const run = <Result>(work: (tx: Transaction) => Promise<Result>) => app.app.get(UnitOfWork).run(work);
  const aDocument = async (options: { trashed?: boolean } = {}): Promise<string> => {
    const [row] = await addDocumentRows(app, ctx.organizationId, 1, options);
    const id = row?.id ?? '';
    await poolOf(app).query(`update document set extraction_status = 'pending' where id = $1`, [id]);
    return id;
  };
  const save = (
    text: string,
    {
      id = documentId,
      replace = false,
      as = ctx,
      ...fields
    }: Partial<Extraction> & {
      id?: string;
      replace?: boolean;
      as?: OrganizationContext;
    } = {},
  ): Promise<boolean> =>
    run(async (tx) => {
      const extraction = makeExtraction(text === '' ? 'empty' : 'text', { text, ...fields });
      const prepared = text === '' ? undefined : { content: text, isWhole: true };
      return (await content.save(tx, as, [{ documentId: id, extraction, prepared, replace }])).has(id);
    });
  const row = async (id = documentId): Promise<Row | undefined> => {
    const { rows } = await poolOf(app).query<Row>(
      `select content, mime_type as "mimeType", extraction_status as status, extraction_outcome as outcome,
         extraction_reason as reason, extraction_provider as provider, updated_at as "updatedAt"
       from document where id = $1`,
      [id],
    );
    return rows[0];
  };
  const find = async (query: string): Promise<string[]> => {
    const path = `/api/organizations/${ctx.organizationId}/documents?searchQuery=${query}`;
    return (await api.get<{ documents: { id: string }[] }>(path)).body.documents.map(({ id }) => id);
  };
  const events = async (): Promise<string[]> => {
    const { rows } = await poolOf(app).query<{ name: string }>(
      'select name from event where organization_id = $1 and actor_reason = $2 order by position',
      [ctx.organizationId, 'extraction'],
    );
    return rows.map(({ name }) => name);
  };

  it('marks the extraction as running and returns the file', async () => {
    expect(await content.begin(ctx, documentId, 'extraction')).toMatchObject({
      fileName: 'many',
      mimeType: 'text/plain',
    });
    expect((await row())?.status).toBe('running');
    expect(await content.isExtracted(ctx, documentId)).toBe(false);
    const other = systemContext((await app.anArchive('Other')).organizationId, 'extraction');
    expect(await content.begin(other, documentId, 'extraction')).toBeUndefined();
  });

  it('saves the outcome, the content and the search row, and records the change', async () => {
    const before = await row();
    expect(await save('quarterly report', { provider: 'plain', warnings: ['Page 2 was skipped.'] })).toBe(true);
    const after = await row();
    expect(after).toMatchObject({
      content: 'quarterly report',
      status: 'completed',
      outcome: 'text',
      reason: 'Page 2 was skipped.',
      provider: 'plain',
    });
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? Infinity);
    expect(await find('quarterly')).toEqual([documentId]);
    expect(await content.isExtracted(ctx, documentId)).toBe(true);
    expect(await events()).toEqual(['document:updated', 'document:content:extracted']);
  });

  it('keeps a content that was written in the meantime, unless it is to be replaced', async () => {
    await poolOf(app).query(`update document set content = 'typed' where id = $1`, [documentId]);
    await save('extracted');
    expect(await row()).toMatchObject({ content: 'typed', outcome: 'text' });
    expect(await events()).toEqual(['document:content:extracted']);
    await save('extracted', { replace: true });
    expect((await row())?.content).toBe('extracted');
    const { updatedAt } = (await row()) ?? {};
    await save('extracted', { replace: true });
    expect((await row())?.updatedAt).toEqual(updatedAt);
  });

  it('keeps the content when the file has no text, even when it is to be replaced', async () => {
    await save('from the first extraction');
    await save('', { replace: true, reason: 'No text was found.' });
    expect(await row()).toMatchObject({
      content: 'from the first extraction',
      outcome: 'empty',
      reason: 'No text was found.',
    });
    expect(await find('first')).toEqual([documentId]);
  });

  it('saves the reason of a fault that ends within a character', async () => {
    await save('', { outcome: 'failed', reason: 'It could not be read: \ud83d' });
    expect(await row()).toMatchObject({ outcome: 'failed', reason: 'It could not be read: \ufffd' });
  });

  describe('with files in its file', () => {
    const place = { name: 'offer.pdf', path: [], firstPage: 2, pagesCount: 1 };
    const attachments: Attachment[] = [{ ...place, type: null, size: 1, outcome: 'text', reason: null }];
    const saveBoth = (replace = false) => save('words\foffer', { attachments, replace });
    const firstPages = async () => ({
      listed: (await content.attachments(ctx, documentId))?.map(({ firstPage }) => firstPage),
      ofContent: (await content.attachmentPages(ctx, documentId, 'content')).map(({ firstPage }) => firstPage),
      ofFile: (await content.attachmentPages(ctx, documentId, 'file')).map(({ firstPage }) => firstPage),
    });
    const onPageTwo = { listed: [2], ofContent: [2], ofFile: [2] };
    const onlyInFile = { listed: [null], ofContent: [], ofFile: [2] };
    const write = (text: string) =>
      app.app.get(UpdateDocument, { strict: false }).execute(ctx, documentId, { content: text });

    it('the pages of files in a file are known until a content with other pages is written', async () => {
      await saveBoth();
      await write('words without errors\foffer');
      expect(await firstPages()).toEqual(onPageTwo);
      await write('a summary');
      expect(await firstPages()).toEqual(onlyInFile);
      await saveBoth(true);
      expect(await firstPages()).toEqual(onPageTwo);
    });

    it('keeps the list with the content when another reading has no text', async () => {
      await saveBoth();
      const unread = {
        ...place,
        type: null,
        size: 1,
        firstPage: null,
        pagesCount: 0,
        outcome: 'timeout' as const,
        reason: null,
      };
      await save('', { attachments: [unread], replace: true });
      expect(await firstPages()).toEqual(onPageTwo);
    });

    it('the pages of files in a file are not used for a content that was written before', async () => {
      await write('a summary');
      await saveBoth();
      expect(await firstPages()).toEqual(onlyInFile);
      expect(await content.attachments(ctx, documentId)).toEqual([{ ...attachments[0], firstPage: null }]);
    });
  });

  it('saves the content of a document in the trash without making it findable', async () => {
    const trashed = await aDocument({ trashed: true });
    await save('hidden words', { id: trashed });
    expect((await row(trashed))?.content).toBe('hidden words');
    const { rows } = await poolOf(app).query('select from search_segments_text where document_id = $1', [trashed]);
    expect(rows).toEqual([]);
  });

  it('replaces an undeclared media type by the detected one, and no declared one', async () => {
    await save('a', { detectedType: 'text/csv' });
    expect((await row())?.mimeType).toBe('text/plain');
    await poolOf(app).query(`update document set mime_type = 'application/octet-stream' where id = $1`, [documentId]);
    await save('b', { detectedType: 'text/csv' });
    expect((await row())?.mimeType).toBe('text/csv');
  });

  it('saves nothing when the transaction fails, and nothing for a document that is gone or not in the organization', async () => {
    const failing = run(async (tx) => {
      const prepared = { content: 'lost words', isWhole: true };
      await content.save(tx, ctx, [{ documentId, extraction: makeExtraction('text'), prepared, replace: true }]);
      throw new Error('the rules failed');
    });
    await expect(failing).rejects.toThrow('the rules failed');
    const other = systemContext((await app.anArchive('Other')).organizationId, 'extraction');
    expect(await save('foreign words', { as: other })).toBe(false);
    expect(await row()).toMatchObject({ content: '', status: 'pending', outcome: null });
    expect([await events(), await find('words')]).toEqual([[], []]);
    await poolOf(app).query('delete from document where id = $1', [documentId]);
    expect(await save('late words')).toBe(false);
  });

  it('marks a stuck extraction as failed once, and never a completed one', async () => {
    expect(await content.fail(documentId, 'The process was killed.')).toBe(true);
    expect(await row()).toMatchObject({ status: 'completed', outcome: 'failed', reason: 'The process was killed.' });
    expect(await events()).toEqual(['document:content:extracted']);
    expect(await content.fail(documentId, 'again')).toBe(false);
    const completed = await aDocument();
    await save('complete', { id: completed });
    expect(await content.fail(completed, 'too late')).toBe(false);
    expect((await row(completed))?.outcome).toBe('text');
  });
});
