import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { PreviewsConfig } from '#config/previews';
import { JobStates, type Job } from '#ground/jobs';
import { MakePreview, nameOf, Previews, type MakePreviewData } from '#archive/documents';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import type { ApiClient } from '../../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../../test/support/rows.js';
import { FailAbandonedPreviews } from './fail-abandoned-previews.schedule.js';
import { MakeMissingThumbnails } from './make-missing-thumbnails.schedule.js';
import { MakePreviewHandler } from './make-preview.js';

describe('the making of previews', () => {
  let app: TestApp;
  let api: ApiClient;
  let ctx: OrganizationContext;
  let handler: MakePreviewHandler;
  let documentId: string;
  let files = 0;

  beforeAll(async () => {
    app = await startApp();
    handler = app.app.get(MakePreviewHandler, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const archive = await app.anArchive();
    api = archive.api;
    ctx = systemContext(archive.organizationId, 'command');
    documentId = await upload();
  });

  const upload = async () => {
    const background = { r: (files += 1), g: 200, b: 100 };
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    return (await api.upload(ctx.organizationId, { name: 'file.png', content })).body.document.id;
  };
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await poolOf(app).query<Row>(text, values)).rows;
  const row = async (page = 1, width = 240) =>
    (
      await query<{ status: string; outcome: string | null; reason: string | null; storage_key: string | null }>(
        'select status, outcome, reason, storage_key from document_preview where document_id = $1 and page = $2 and width = $3',
        [documentId, page, width],
      )
    )[0];
  const request = (page: number, width: number) =>
    app.app.get(Previews, { strict: false }).get(ctx, { documentId, page, width });
  const aJob = (page = 1, width = 240, changes: Partial<Job<MakePreviewData>> = {}): Job<MakePreviewData> => {
    const place = { documentId, page, width };
    const data = { organizationId: ctx.organizationId, ...place, preview: nameOf(place) };
    return { id: 'job', data, attempt: 1, isLastAttempt: false, signal: new AbortController().signal, ...changes };
  };

  it('draws a page once, however often the job runs', async () => {
    await request(1, 800);
    await handler.handle(aJob(1, 800));
    const made = await row(1, 800);
    expect(made).toMatchObject({ status: 'available', outcome: null, reason: null });
    await handler.handle(aJob(1, 800));
    expect(await row(1, 800)).toEqual(made);
    expect(
      await query('select from stored_file where storage_key like $1', [`%/previews/${documentId}/%`]),
    ).toHaveLength(1);
  });

  it('a preview fails and is retried while the file cannot be read, and keeps a reason after the last attempt', async () => {
    await request(1, 800);
    await query('alter table stored_file rename to away');
    try {
      await expect(handler.handle(aJob(1, 800))).rejects.toThrow();
    } finally {
      await query('alter table away rename to stored_file');
    }
    expect(await row(1, 800)).toMatchObject({ status: 'pending' });
    await rm(join(app.dataDir, 'documents', ctx.organizationId), { recursive: true });
    await handler.handle(aJob(1, 800, { isLastAttempt: true }));
    expect(await row(1, 800)).toMatchObject({
      status: 'unavailable',
      outcome: 'failed',
      reason: expect.stringContaining('It could not be drawn: '),
    });
  });

  it('leaves no file when the document is purged while its page is drawn', async () => {
    await request(1, 800);
    const drawing = handler.handle(aJob(1, 800));
    await query('delete from document where id = $1', [documentId]);
    await drawing;
    expect(await row(1, 800)).toBeUndefined();
    const left = await query<{ state: string }>('select state from stored_file where storage_key like $1', [
      `%/previews/${documentId}/%`,
    ]);
    expect(left.filter(({ state }) => state === 'committed')).toEqual([]);
  });

  it('a preview is marked as failed when its last attempt was killed, and retried on a later request', async () => {
    await request(1, 800);
    await query(
      `with dead as (delete from job.job where name = 'documents.preview' and data ->> 'preview' = $1 returning data)
       insert into job.job (name, data, keep_until, source_output)
       select 'documents.preview.failed', data, now() + interval '1 day', '{"message": "killed"}' from dead`,
      [nameOf({ documentId, page: 1, width: 800 })],
    );
    await app.app.get(FailAbandonedPreviews, { strict: false }).run();
    const failure = { status: 'unavailable', outcome: 'failed', reason: 'It could not be drawn: killed' };
    expect(await row(1, 800)).toMatchObject(failure);
    await expect(request(1, 800)).rejects.toThrow('There is no preview. It could not be drawn: killed');
    await query(`update document_preview set updated_at = now() - interval '11 minutes' where document_id = $1`, [
      documentId,
    ]);
    expect(await request(1, 800)).toEqual({ status: 'pending' });
    // A fault that stays is not tried forever.
    await query(
      `update document_preview set status = 'unavailable', outcome = 'failed', attempts = 5,
         updated_at = now() - interval '1 day' where document_id = $1 and width = 800`,
      [documentId],
    );
    await expect(request(1, 800)).rejects.toThrow('There is no preview');
  });

  it('thumbnails of older documents are made, a limited number at a time, when nothing else waits', async () => {
    await app.drain();
    const missing = app.app.get(MakeMissingThumbnails, { strict: false });
    const ids = (await addDocumentRows(app, ctx.organizationId, 203)).map(({ id }) => id);
    await query(
      `insert into document_preview (document_id, organization_id, page, width, status)
       select unnest($1::text[]), $2, 1, 240, 'missing'`,
      [ids, ctx.organizationId],
    );
    expect(await missing.run()).toBe('200 thumbnails of earlier documents are being made.');
    expect(await missing.run()).toBeUndefined();
    expect(await app.app.get(JobStates, { strict: false }).waiting(MakePreview)).toBe(200);
    await app.drain();
    expect(await missing.run()).toBe('3 thumbnails of earlier documents are being made.');
    await app.drain();
    expect(await missing.run()).toBeUndefined();
    expect(await query(`select from document_preview where status in ('missing', 'pending')`)).toEqual([]);
  });

  it('a thumbnail that failed for a fault of the server is tried again', async () => {
    await app.drain();
    await query(
      `update document_preview set status = 'unavailable', outcome = 'failed', storage_key = null,
         updated_at = now() - interval '1 hour' where document_id = $1`,
      [documentId],
    );
    await app.app.get(MakeMissingThumbnails, { strict: false }).run();
    await app.drain();
    expect(await row()).toMatchObject({ status: 'available', outcome: null });
  });

  it('a thumbnail is noted as turned off, and made later', async () => {
    const config = app.installation.config(PreviewsConfig);
    config.enabled = false;
    try {
      await app.drain();
      expect(await row()).toMatchObject({ status: 'off' });
      const path = `/api/organizations/${ctx.organizationId}/documents/${documentId}`;
      const { body } = await api.get<{ document: { preview: object } }>(path);
      expect(body.document.preview).toEqual({ status: 'unavailable', version: null, pagesCount: null });
      await expect(request(1, 240)).rejects.toThrow('Previews are turned off (PREVIEWS_ENABLED).');
    } finally {
      config.enabled = true;
    }
    await app.app.get(MakeMissingThumbnails, { strict: false }).run();
    await app.drain();
    expect(await row()).toMatchObject({ status: 'available' });
  });

  it('previews are removed with all files of a purged document, whatever removes it', async () => {
    await app.drain();
    const { storage_key: key } = (await row()) ?? {};
    await query('delete from document where id = $1', [documentId]);
    expect(await query('select state from stored_file where storage_key = $1', [key])).toEqual([{ state: 'deleting' }]);
  });
});
