import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { UnitOfWork } from '#ground/database';
import { DocumentContent, ProcessingProgressed, type ProcessingProgress } from '#archive/documents';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import type { ApiClient } from '../../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../../test/support/rows.js';
import { ProgressReports } from './progress-reports.js';

// The smallest bitmap: one white pixel.
const BITMAP = Buffer.from(
  'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==',
  'base64',
);

describe('the progress of processing', () => {
  let app: TestApp;
  let api: ApiClient;
  let ctx: OrganizationContext;
  let signals: ProcessingProgress[];
  const listeners = new Set<() => void>();

  beforeAll(async () => {
    app = await startApp();
    app.app.get(EventEmitter2, { strict: false }).on(ProcessingProgressed.name, (progress: ProcessingProgress) => {
      if (progress.organizationId === ctx.organizationId) signals.push(progress);
      for (const listener of listeners) listener();
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const archive = await app.anArchive();
    ({ api } = archive);
    ctx = systemContext(archive.organizationId, 'extraction');
    signals = [];
  });

  const upload = async (name: string, content: string | Uint8Array): Promise<string> =>
    (await api.upload(ctx.organizationId, { name, content })).body.document.id;
  /** The signals of the organization, once the last one has this status and is about this document, if one is given. */
  const until = async (status: ProcessingProgress['status'], documentId?: string): Promise<ProcessingProgress[]> => {
    const isLast = (last: ProcessingProgress | undefined) =>
      last?.status === status && last.documentId === (documentId ?? last.documentId);
    while (!isLast(signals.at(-1))) {
      const { promise, resolve } = Promise.withResolvers<void>();
      listeners.add(resolve);
      await promise;
      listeners.delete(resolve);
    }
    return signals;
  };
  const steps = (progress: readonly ProcessingProgress[]) => progress.map(({ status, step }) => [status, step]);

  it('progress is announced when a document is queued, starts and ends, and is not written to the log', async () => {
    const documentId = await upload('letter.txt', 'Dear reader');
    expect(await until('pending')).toEqual([
      {
        organizationId: ctx.organizationId,
        documentId,
        status: 'pending',
        step: null,
        pagesDone: null,
        pagesTotal: null,
        reason: null,
        nextAttemptAt: null,
      },
    ]);
    await app.drain();
    expect(steps(await until('completed'))).toEqual([
      ['pending', null],
      ['running', 'extraction'],
      ['completed', null],
    ]);
    const { rows } = await poolOf(app).query<{ name: string }>(
      'select name from event where organization_id = $1 order by position',
      [ctx.organizationId],
    );
    expect(rows.map(({ name }) => name).filter((name) => name.startsWith('document:'))).toEqual([
      'document:created',
      'document:updated',
      'document:content:extracted',
    ]);
  });

  it('the progress says that a picture waits for OCR', async () => {
    await upload('pixel.bmp', BITMAP);
    await app.drain();
    expect(steps(await until('completed')).slice(0, 4)).toEqual([
      ['pending', null],
      ['running', 'extraction'],
      ['pending', 'ocr'],
      ['running', 'ocr'],
    ]);
  });

  it('a picture that waits for OCR has a step of its own, and keeps when its text was read', async () => {
    const documentId = await upload('letter.txt', 'Dear reader');
    const content = app.app.get(DocumentContent, { strict: false });
    const path = `/api/organizations/${ctx.organizationId}/documents/${documentId}/processing`;
    const shown = async () =>
      (await api.get<{ steps: { step: string; status: string; ms: number }[] }>(path)).body.steps;
    await content.begin(ctx, documentId, 'extraction');
    expect((await shown())[1]).toMatchObject({ step: 'text', status: 'running' });
    await app.app
      .get(UnitOfWork, { strict: false })
      .run((tx) => content.moveTo(tx, ctx, documentId, { from: 'extraction', step: 'ocr' }));
    const waiting = await shown();
    expect(waiting.slice(1, 3)).toMatchObject([
      { step: 'text', status: 'completed' },
      { step: 'ocr', status: 'pending', startedAt: null },
    ]);
    await content.begin(ctx, documentId, 'ocr');
    const running = await shown();
    expect(running[1]).toEqual(waiting[1]);
    expect(running[2]).toMatchObject({ step: 'ocr', status: 'running', startedAt: expect.any(String) });
  });

  it('progress has the pages that an extractor reports and the reason why a document waits for a service', async () => {
    const documentId = await upload('letter.txt', 'Dear reader');
    const content = app.app.get(DocumentContent, { strict: false });
    await content.begin(ctx, documentId, 'reader');
    const reports = app.app.get(ProgressReports, { strict: false }).of(ctx, documentId, 'reader');
    reports.report(3, 40);
    reports.report(4, 40); // too early to be announced
    await reports.end();
    const nextAttemptAt = '2026-03-04T05:06:07.000Z';
    const reason = 'away '.repeat(2_000);
    await content.wait(ctx, documentId, { plugin: 'reader', reason, until: new Date(nextAttemptAt) });
    const [, , pages, waiting] = await until('waiting');
    expect(pages).toMatchObject({ documentId, status: 'running', step: 'reader', pagesDone: 3, pagesTotal: 40 });
    expect(waiting).toMatchObject({ documentId, status: 'waiting', step: 'reader', pagesDone: null, nextAttemptAt });
    expect(waiting?.reason).toBe(reason.slice(0, 500));
  });

  it('progress is announced for the first hundred documents that one request queues', async () => {
    await addDocumentRows(app, ctx.organizationId, 230);
    await poolOf(app).query(
      `update document set extraction_status = 'completed', extraction_outcome = 'failed' where organization_id = $1`,
      [ctx.organizationId],
    );
    await api.post(`/api/organizations/${ctx.organizationId}/documents/batch/reprocess`, { filter: { query: '' } });
    await app.drain();
    const last = await upload('last.txt', 'The last one');
    await app.drain();
    await until('completed', last);
    expect(signals.filter(({ status, step }) => status === 'pending' && step === null)).toHaveLength(100 + 1);
  });
});
