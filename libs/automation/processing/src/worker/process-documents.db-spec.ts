import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { DocumentProperties, PropertyUserNotFound } from '#archive/metadata';
import type { ProcessDocumentData } from '#archive/documents';
import type { Job } from '#ground/jobs';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { Tasks } from '#archive/tasks';
import type { ApiClient } from '../../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { poolOf } from '../../../../../test/support/rows.js';
import { ProcessDocuments } from './process-documents.js';

interface DocumentBody {
  document: {
    content: string;
    tags: { name: string }[];
    extraction: { status: string; outcome: string | null; reason: string | null };
  };
}

describe('ProcessDocuments', () => {
  let app: TestApp;
  let api: ApiClient;
  let processor: ProcessDocuments;
  let tasks: Tasks;
  let ctx: OrganizationContext;
  let base: string;
  let documentId: string;

  beforeAll(async () => {
    app = await startApp();
    processor = app.app.get(ProcessDocuments, { strict: false });
    tasks = app.app.get(Tasks, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const archive = await app.anArchive();
    api = archive.api;
    ctx = systemContext(archive.organizationId, 'command');
    base = `/api/organizations/${archive.organizationId}`;
    documentId = (await api.upload(archive.organizationId, { name: 'letter.txt', content: 'Dear reader' })).body
      .document.id;
  });

  const aJob = (data: Partial<ProcessDocumentData> = {}, job: Partial<Job<ProcessDocumentData>> = {}) => ({
    id: 'job',
    data: { organizationId: ctx.organizationId, documentId, reason: 'upload' as const, ...data },
    attempt: 1,
    isLastAttempt: false,
    signal: new AbortController().signal,
    ...job,
  });
  const aTask = () => app.app.get(UnitOfWork).run((tx) => tasks.create(tx, ctx, 'reprocess-document'));
  const document = async () => (await api.get<DocumentBody>(`${base}/documents/${documentId}`)).body.document;
  const aRule = async (name: string) => {
    const { body } = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#00ff00' });
    await api.post(`${base}/tagging-rules`, { name, conditions: [], tagIds: [body.tag.id] });
    return body.tag.id;
  };
  const jobsOf = async (name: string): Promise<ProcessDocumentData[]> => {
    const { rows } = await poolOf(app).query<{ data: ProcessDocumentData }>(
      `select data from job.job where name = $1 and data ->> 'documentId' = $2`,
      [name, documentId],
    );
    return rows.map(({ data }) => data);
  };
  const filesFolder = () => join(app.dataDir, 'documents', ctx.organizationId);

  it('extracts the text, applies the rules and completes the task', async () => {
    await aRule('Letter');
    const taskId = await aTask();
    await processor.execute(aJob({ taskId }), { lane: 'quick' });
    expect(await document()).toMatchObject({
      content: 'Dear reader',
      tags: [{ name: 'Letter' }],
      extraction: { status: 'completed', outcome: 'text', reason: null },
    });
    expect(await tasks.find(ctx, taskId)).toMatchObject({
      status: 'completed',
      processed: 1,
      total: 1,
      result: { outcome: 'text', reason: null, provider: 'extraction-plain-text' },
    });
    const { rows } = await poolOf(app).query<{ name: string; reason: string }>(
      `select name, actor_reason as reason from event
       where organization_id = $1 and actor_kind = 'system' order by position`,
      [ctx.organizationId],
    );
    expect(rows).toEqual([
      { name: 'document:updated', reason: 'extraction' },
      { name: 'document:content:extracted', reason: 'extraction' },
      { name: 'document:tag:added', reason: 'tagging-rule' },
    ]);
  });

  it('saves content, tags and task together or not at all', async () => {
    const tagId = await aRule('Letter');
    const taskId = await aTask();
    const pool = poolOf(app);
    await pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    );
    await pool.query(
      `create trigger refuse before insert on document_tag for each row when (new.tag_id = '${tagId}') execute function refuse()`,
    );
    try {
      await expect(processor.execute(aJob({ taskId }), { lane: 'quick' })).rejects.toThrow('refused');
    } finally {
      await pool.query('drop trigger refuse on document_tag');
      await pool.query('drop function refuse');
    }
    expect(await document()).toMatchObject({ content: '', tags: [], extraction: { status: 'running', outcome: null } });
    expect((await tasks.find(ctx, taskId)).status).toBe('running');
    await processor.execute(aJob({ taskId }), { lane: 'quick' });
    expect(await document()).toMatchObject({ content: 'Dear reader', tags: [{ name: 'Letter' }] });
    expect((await tasks.find(ctx, taskId)).status).toBe('completed');
  });

  describe('with rules whose values cannot all be set', () => {
    const aProperty = async (type: string, name: string): Promise<string> => {
      const { body } = await api.post<{ propertyDefinition: { id: string } }>(`${base}/custom-properties`, {
        ...{ name, type },
      });
      return body.propertyDefinition.id;
    };
    const sizes = async () => {
      const { rows } = await poolOf(app).query<{ count: number; size: number }>(
        `select count(*)::int as count, sum(char_length(text_value))::int as size from document_custom_property
         where document_id = $1`,
        [documentId],
      );
      return rows[0];
    };

    it('saves the text, and as many rule values as a document may have', async () => {
      const value = 'x'.repeat(10_000);
      for (let number = 0; number < 4; number += 1) {
        const changes = [];
        for (let at = 0; at < 6; at += 1)
          changes.push({ kind: 'property', propertyDefinitionId: await aProperty('text', `${number} ${at}`), value });
        const rule = { name: 'Large', conditions: [], tagIds: [], changes };
        expect((await api.post(`${base}/tagging-rules`, rule)).status).toBe(200);
      }
      await processor.execute(aJob(), { lane: 'quick' });
      expect(await document()).toMatchObject({ content: 'Dear reader', extraction: { outcome: 'text' } });
      expect(await sizes()).toEqual({ count: 20, size: 200_000 });
    });

    it('saves the text without the rule changes when they are refused after the check', async () => {
      const tagId = await aRule('Letter');
      const propertyDefinitionId = await aProperty('text', 'Note');
      await api.post(`${base}/tagging-rules`, {
        ...{ name: 'Note', conditions: [], tagIds: [tagId] },
        changes: [{ kind: 'property', propertyDefinitionId, value: 'x' }],
      });
      const properties = app.app.get(DocumentProperties, { strict: false });
      const changeWhatFits = jest.spyOn(properties, 'changeWhatFits').mockRejectedValue(PropertyUserNotFound());
      try {
        await processor.execute(aJob(), { lane: 'quick' });
      } finally {
        changeWhatFits.mockRestore();
      }
      expect(await document()).toMatchObject({ content: 'Dear reader', tags: [], extraction: { outcome: 'text' } });
      const { rows } = await poolOf(app).query(`select from event where organization_id = $1 and name = $2`, [
        ...[ctx.organizationId, 'document:tag:added'],
      ]);
      expect(rows).toEqual([]);
    });
  });

  it('applies the rules to a restored document without extracting it again', async () => {
    await processor.execute(aJob(), { lane: 'quick' });
    await api.patch(`${base}/documents/${documentId}`, { content: 'typed by hand' });
    await rm(filesFolder(), { recursive: true });
    await aRule('New rule');
    await processor.execute(aJob({ reason: 'restore' }), { lane: 'quick' });
    expect(await document()).toMatchObject({
      content: 'typed by hand',
      tags: [{ name: 'New rule' }],
      extraction: { status: 'completed', outcome: 'text' },
    });
  });

  it('extracts a restored document whose extraction has not ended', async () => {
    await processor.execute(aJob({ reason: 'restore' }), { lane: 'quick' });
    expect((await document()).content).toBe('Dear reader');
  });

  it('records a missing file as failed in the first attempt, applies the rules, and fails the task', async () => {
    await aRule('By name');
    const taskId = await aTask();
    await rm(filesFolder(), { recursive: true });
    await processor.execute(aJob({ taskId }), { lane: 'quick' });
    expect(await document()).toMatchObject({
      tags: [{ name: 'By name' }],
      extraction: { status: 'completed', outcome: 'failed' },
    });
    expect(await tasks.find(ctx, taskId)).toMatchObject({
      status: 'failed',
      error: 'It could not be read: The stored file is missing.',
    });
  });

  it('retries a fault of the server, and records it as failed in the last attempt', async () => {
    // A link to itself in the place of the file: whether there is a file cannot be found out.
    const { rows } = await poolOf(app).query<{ key: string }>(
      'select original_storage_key as key from document where id = $1',
      [documentId],
    );
    const path = join(app.dataDir, 'documents', rows[0]?.key ?? '');
    await rm(path);
    await symlink(path, path);
    await expect(processor.execute(aJob(), { lane: 'quick' })).rejects.toThrow();
    expect((await document()).extraction).toMatchObject({ status: 'running', outcome: null });
    await processor.execute(aJob({}, { isLastAttempt: true }), { lane: 'quick' });
    expect((await document()).extraction).toMatchObject({ status: 'completed', outcome: 'failed' });
  });

  it('records no outcome when the server stops, even in the last attempt', async () => {
    const signal = AbortSignal.abort(new Error('the server stops'));
    await expect(processor.execute(aJob({}, { signal, isLastAttempt: true }), { lane: 'quick' })).rejects.toThrow();
    expect((await document()).extraction).toMatchObject({ status: 'running', outcome: null });
  });

  it('cancels the task of a document that is gone', async () => {
    const taskId = await aTask();
    await poolOf(app).query('delete from document where id = $1', [documentId]);
    await processor.execute(aJob({ taskId }), { lane: 'quick' });
    expect(await tasks.find(ctx, taskId)).toMatchObject({
      status: 'cancelled',
      error: 'The document was removed before it was read.',
    });
  });

  it('moves a picture to the queue for OCR and keeps its task running', async () => {
    const taskId = await aTask();
    // The smallest bitmap: one white pixel.
    const bitmap = Buffer.from(
      'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAA////AA==',
      'base64',
    );
    documentId = (await api.upload(ctx.organizationId, { name: 'pixel.bmp', content: bitmap })).body.document.id;
    await processor.execute(aJob({ taskId }), { lane: 'quick' });
    expect(await jobsOf('document.recognize')).toEqual([
      { organizationId: ctx.organizationId, documentId, reason: 'upload', taskId },
    ]);
    expect((await document()).extraction.status).toBe('running');
    expect((await tasks.find(ctx, taskId)).status).toBe('running');
    expect(await readdir(join(app.dataDir, 'tmp', 'extraction'))).toHaveLength(1);
  });
});
