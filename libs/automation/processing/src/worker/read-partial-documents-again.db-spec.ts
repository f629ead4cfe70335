import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { DocumentContent, MOST_REREADINGS, READ_AGAIN } from '#archive/documents';
import { makeExtraction, type Extraction } from '#capabilities/extraction';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import type { ApiClient } from '../../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { poolOf } from '../../../../../test/support/rows.js';
import { ReadPartialDocumentsAgain } from './read-partial-documents-again.schedule.js';

interface Body {
  document: { content: string; extraction: { status: string; outcome: string; reason: string | null } };
}

const WHOLE = 'the whole letter of two pages';

describe('documents that ran out of time', () => {
  let app: TestApp;
  let api: ApiClient;
  let content: DocumentContent;
  let schedule: ReadPartialDocumentsAgain;
  let ctx: OrganizationContext;
  let base: string;
  let documentId: string;

  beforeAll(async () => {
    app = await startApp();
    content = app.app.get(DocumentContent, { strict: false });
    schedule = app.app.get(ReadPartialDocumentsAgain, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await query('delete from partial_reading');
    schedule.load = () => 0;
    const archive = await app.anArchive();
    api = archive.api;
    ctx = systemContext(archive.organizationId, 'extraction');
    base = `/api/organizations/${archive.organizationId}`;
    documentId = await aDocument('letter.txt', WHOLE);
  });

  const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await poolOf(app).query<Row>(sql, values)).rows;
  const aDocument = async (name: string, text: string): Promise<string> => {
    const { body } = await api.upload(ctx.organizationId, { name, content: text });
    await app.drain();
    return body.document.id;
  };
  /** Saves what a first reading gives that was cut short. */
  const cut = (text: string, rereading?: number, fields: Partial<Extraction> = {}, { replace } = { replace: true }) => {
    const cutShort = { text, isCutShort: true, truncated: true, ...fields };
    return app.app.get(UnitOfWork).run((tx) =>
      content.save(tx, ctx, [
        {
          documentId,
          extraction: makeExtraction(text === '' ? 'timeout' : 'text', cutShort),
          prepared: text === '' ? undefined : { content: text, isWhole: true },
          ...{ replace, rereading },
          steps: { isTruncated: true },
        },
      ]),
    );
  };
  const document = async () => (await api.get<Body>(`${base}/documents/${documentId}`)).body.document;
  const waiting = async () =>
    (await query<{ id: string }>('select document_id as id from partial_reading where queued_at is null')).map(
      ({ id }) => id,
    );
  const steps = async () =>
    (await api.get<{ steps: { step: string; status: string }[] }>(`${base}/documents/${documentId}/processing`)).body
      .steps;

  it('documents that ran out of time are partial, and are read again when the server is idle', async () => {
    await cut('the whole');
    expect(await steps()).toContainEqual(expect.objectContaining({ step: 'text', status: 'partial' }));
    expect(await schedule.isNeeded()).toBe(true);
    expect(await schedule.run()).toMatch(/^1 documents are read again/);
    expect(await document()).toMatchObject({ content: 'the whole', extraction: { status: 'pending' } });
    await app.drain();
    expect(await document()).toMatchObject({ content: WHOLE, extraction: { status: 'completed', outcome: 'text' } });
    expect(await steps()).toContainEqual(expect.objectContaining({ step: 'text', status: 'completed' }));
    expect([await waiting(), await schedule.isNeeded()]).toEqual([[], false]);
  });

  it('partial documents wait while another document waits, and come after new uploads', async () => {
    await cut('the whole');
    await api.upload(ctx.organizationId, { name: 'other.txt', content: 'another one' });
    expect(await schedule.run()).toBeUndefined();
    await app.drain();
    await schedule.run();
    const jobs = await query<{ data: object }>(
      `select data from job.job where name = 'document.process' and state = 'created'`,
    );
    expect(jobs).toMatchObject([{ data: { documentId, reason: 'reread', rereading: 1, isBulk: true } }]);
    await app.drain();
  });

  it('partial documents wait while the machine is busy with other work, for a day at most', async () => {
    schedule.load = () => 4;
    await cut('the whole');
    expect(await schedule.run()).toBeUndefined();
    await query(`update partial_reading set since = now() - interval '25 hours'`);
    expect(await schedule.run()).toMatch(/^1 documents/);
    await app.drain();
    expect((await document()).content).toBe(WHOLE);
  });

  it('a partial document keeps what it has when the second reading is worse', async () => {
    await cut('the whole letter of two pages, and more than the file has');
    const before = await document();
    await rm(join(app.dataDir, 'documents', ctx.organizationId), { recursive: true, force: true });
    await schedule.run();
    await app.drain();
    const fileDamage = expect.objectContaining({ problem: 'missing' });
    expect(await document()).toEqual({ ...before, fileDamage, extraction: { ...before.extraction, reason: null } });
    expect(before.extraction).toMatchObject({ status: 'completed', outcome: 'text' });
    expect(await steps()).toContainEqual(expect.objectContaining({ step: 'text', status: 'partial' }));
  });

  it('a partial document keeps what it has when the process that reads it ends each time', async () => {
    await cut('the whole');
    await schedule.run();
    await content.fail(documentId, 'The process was killed.');
    expect(await document()).toMatchObject({
      content: 'the whole',
      extraction: { status: 'completed', outcome: 'text' },
    });
    await app.drain();
    expect((await document()).content).toBe('the whole');
  });

  it('a partial document is not read again when a person has written its text since', async () => {
    await cut('the whole');
    await api.patch(`${base}/documents/${documentId}`, { content: 'typed by hand' });
    await schedule.run();
    await app.drain();
    expect((await document()).content).toBe('typed by hand');
    expect(await waiting()).toEqual([]);
  });

  it('a text that a person wrote after the document was queued is kept', async () => {
    await cut('the whole');
    await schedule.run();
    await api.patch(`${base}/documents/${documentId}`, { content: 'typed by hand' });
    await app.drain();
    expect((await document()).content).toBe('typed by hand');
  });

  it('a text that a person wrote while the second reading was cut short as well is kept', async () => {
    await cut('the whole');
    const [noted] = await query<{ hash: string }>('select content_hash as hash from partial_reading');
    await schedule.run();
    await api.patch(`${base}/documents/${documentId}`, { content: 'typed by hand' });
    const again = makeExtraction('text', { text: 'the whole letter', isCutShort: true, truncated: true });
    const isKept = await app.app
      .get(UnitOfWork)
      .run((tx) =>
        content.keepBetter(tx, ctx, { documentId, extraction: again, contentHash: noted?.hash, rereading: 1 }),
      );
    expect([isKept, await waiting(), (await document()).content]).toEqual([true, [], 'typed by hand']);
    await app.drain();
  });

  it('a text that a person wrote during a first reading that was cut short is kept', async () => {
    await api.patch(`${base}/documents/${documentId}`, { content: 'typed by hand' });
    await cut('the whole', undefined, { warnings: ['It took too long.'] }, { replace: false });
    expect([await waiting(), (await document()).content]).toEqual([[], 'typed by hand']);
    expect((await document()).extraction.reason).toBe('It took too long.');
  });

  it('a partial document keeps the plugin that has read it when the second reading is shorter', async () => {
    await cut('the whole letter of two pages, and more than the file has');
    const before = await document();
    await schedule.run();
    await app.drain();
    expect(await document()).toEqual({ ...before, extraction: { ...before.extraction, reason: null } });
    const [known] = await query<{ engine: string }>(
      `select extraction_steps -> 'text' ->> 'engine' as engine from document where id = $1`,
      [documentId],
    );
    expect(known?.engine).toMatch(/^extraction-plain-text /);
    expect(await steps()).toContainEqual(expect.objectContaining({ step: 'text', status: 'partial' }));
  });

  it('a partial document says that it is read again only as long as it waits', async () => {
    await cut('the whole', 0, { warnings: ['It took too long.'] });
    expect((await document()).extraction.reason).toBe(`It took too long. ${READ_AGAIN}`);
    await api.patch(`${base}/documents/${documentId}`, { content: 'typed by hand' });
    await schedule.run();
    expect((await document()).extraction.reason).toBe('It took too long.');
  });

  it('a partial document no longer says that it is read again after the last reading, which is not better', async () => {
    await cut('the whole', MOST_REREADINGS - 1, { warnings: ['It took too long.'] });
    const again = makeExtraction('text', { text: 'the', isCutShort: true, truncated: true });
    await app.app
      .get(UnitOfWork)
      .run((tx) => content.keepBetter(tx, ctx, { documentId, extraction: again, rereading: MOST_REREADINGS }));
    expect((await document()).extraction.reason).toBe('It took too long.');
    expect(await waiting()).toEqual([]);
  });

  it('a complete document keeps its text and status when a requested reading has only a part of it', async () => {
    const part = makeExtraction('text', { text: 'the whole', isCutShort: true, truncated: true });
    const isKept = await app.app
      .get(UnitOfWork)
      .run((tx) => content.keepBetter(tx, ctx, { documentId, extraction: part, steps: { isTruncated: true } }));
    expect([isKept, await waiting(), (await document()).content]).toEqual([true, [], WHOLE]);
    expect(await steps()).toContainEqual(expect.objectContaining({ step: 'text', status: 'completed' }));
  });

  it('partial documents are read again only a few times, even when nothing was read', async () => {
    await cut('', 0);
    expect(await waiting()).toEqual([documentId]);
    await cut('', MOST_REREADINGS - 1);
    expect(await waiting()).toEqual([documentId]);
    await cut('', MOST_REREADINGS);
    expect(await waiting()).toEqual([]);
  });

  it('partial documents wait in the trash until they are restored', async () => {
    await cut('the whole');
    await api.delete(`${base}/documents/${documentId}`);
    expect([await schedule.isNeeded(), await schedule.run()]).toEqual([false, undefined]);
    await api.post(`${base}/documents/${documentId}/restore`);
    await app.drain();
    expect(await schedule.isNeeded()).toBe(true);
  });

  it('a partial document is done when a user has had it read again', async () => {
    await cut('the whole');
    await schedule.run();
    await api.post(`${base}/documents/${documentId}/reprocess`);
    await app.drain();
    expect(await document()).toMatchObject({ content: WHOLE, extraction: { status: 'completed' } });
    expect(await waiting()).toEqual([]);
  });
});
