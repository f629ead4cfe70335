import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork, sqlOver } from '#ground/database';
import { Tasks } from '#archive/tasks';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { runCli } from '../support/run-cli.js';

/** A blank page as a PNG. */
function whitePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8); // eight bits of grey
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(width, 255)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

interface Task {
  id: string;
  type: string;
  status: string;
  progress: { processed: number; total: number | null };
  result: object | null;
  error: string | null;
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
}

describe('reprocessing a document', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const aDocument = async (name: string, content: string | Uint8Array): Promise<string> => {
    const { body } = await api.upload(organizationId, { name, content });
    await app.drain();
    return body.document.id;
  };
  const document = async (id: string) =>
    (
      await api.get<{
        document: { content: string; tags: { name: string }[]; isDeleted: boolean; extraction: { status: string } };
      }>(`${base}/documents/${id}`)
    ).body.document;
  const reprocess = async (id: string): Promise<string> => {
    const { status, body } = await api.post<{ taskId: string }>(`${base}/documents/${id}/reprocess`);
    expect([status, Object.keys(body)]).toEqual([202, ['taskId']]);
    return body.taskId;
  };
  const task = async (taskId: string): Promise<Task> =>
    (await api.get<{ task: Task }>(`${base}/tasks/${taskId}`)).body.task;
  const query = (text: string, values: unknown[]) => sqlOver(app.app.get(UnitOfWork).db).query(text, values);

  it('reprocessing replaces a content edited before the request, and keeps one edited after it', async () => {
    const before = await aDocument('before.txt', 'what the file says before');
    const after = await aDocument('after.txt', 'what the file says after');
    await api.patch(`${base}/documents/${before}`, { content: 'edited before' });
    for (const id of [before, after]) await reprocess(id);
    await api.patch(`${base}/documents/${after}`, { content: 'edited after' });
    await app.drain();
    expect((await document(before)).content).toContain('what the file says before');
    expect((await document(after)).content).toBe('edited after');
  });

  it('replaces the content, applies the tagging rules and completes the task', async () => {
    const id = await aDocument('letter.txt', 'as it was written');
    await api.patch(`${base}/documents/${id}`, { content: 'as it was typed' });
    const { body: tag } = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name: 'Letter', color: '#00ff00' });
    const conditions = [{ field: 'content', operator: 'ends_with', value: 'WRITTEN' }];
    await api.post(`${base}/tagging-rules`, { name: 'Letters', conditions, tagIds: [tag.tag.id] });
    const taskId = await reprocess(id);
    expect(taskId).toMatch(/^task_[a-z0-9]{24}$/);
    expect(await task(taskId)).toEqual({
      id: taskId,
      type: 'reprocess-document',
      status: 'pending',
      progress: { processed: 0, total: null },
      result: null,
      error: null,
      createdAt: expect.any(String) as unknown,
      startedAt: null,
      finishedAt: null,
      isCancellable: false,
      isUndoable: false,
      undoUntil: null,
    });
    expect(await document(id)).toMatchObject({ content: 'as it was typed', extraction: { status: 'pending' } });
    await app.drain();
    expect(await document(id)).toMatchObject({
      content: 'as it was written',
      tags: [{ name: 'Letter' }],
      extraction: { status: 'completed' },
    });
    expect(await task(taskId)).toMatchObject({
      status: 'completed',
      progress: { processed: 1, total: 1 },
      result: { outcome: 'text' },
      startedAt: expect.any(String) as unknown,
      finishedAt: expect.any(String) as unknown,
    });
  });

  it('keeps the content when the file has none, even for a document in the trash', async () => {
    const id = await aDocument(
      'noise.bin',
      Uint8Array.from({ length: 300 }, (_, index) => (index * 7) % 256),
    );
    await api.patch(`${base}/documents/${id}`, { content: 'typed by hand' });
    await api.delete(`${base}/documents/${id}`);
    const taskId = await reprocess(id);
    await app.drain();
    expect(await task(taskId)).toMatchObject({ status: 'completed' });
    expect(await document(id)).toMatchObject({ content: 'typed by hand', isDeleted: true });
    const found = await api.get<{ documentsCount: number }>(`${base}/documents?searchQuery=typed`);
    expect(found.body.documentsCount).toBe(0);
  });

  it('fails the task when the stored file is missing, and keeps the content', async () => {
    const id = await aDocument('lost.txt', 'soon to be lost');
    await rm(join(app.dataDir, 'documents', organizationId), { recursive: true, force: true });
    const taskId = await reprocess(id);
    await app.drain();
    expect(await task(taskId)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('could not be read') as unknown,
    });
    expect((await document(id)).content).toBe('soon to be lost');
  });

  it('cancels the task when the document was deleted before it ran', async () => {
    const id = await aDocument('gone.txt', 'soon to be gone');
    const taskId = await reprocess(id);
    await query('delete from document where id = $1', [id]);
    await app.drain();
    expect(await task(taskId)).toMatchObject({ status: 'cancelled' });
  });

  it('completes the task of a scan only after OCR has run', async () => {
    const id = await aDocument('scan.png', whitePng(600, 200));
    const taskId = await reprocess(id);
    await app.drain();
    const rows = await query(`select name, state from job.job where data ->> 'taskId' = $1 order by name`, [taskId]);
    expect(rows).toEqual([
      { name: 'document.process', state: 'completed' },
      { name: 'document.recognize', state: 'completed' },
    ]);
    const { status, result } = await task(taskId);
    expect([status, (result as { outcome: string }).outcome]).toEqual(['completed', 'empty']);
  });

  describe('of many documents', () => {
    const reprocessMany = async (body: object): Promise<string> => {
      const response = await api.post<{ taskId: string }>(`${base}/documents/batch/reprocess`, body);
      expect(response).toMatchObject({ status: 202, body: { taskId: expect.stringMatching(/^task_/) as unknown } });
      return response.body.taskId;
    };
    const outcomeOf = (id: string, outcome: string) =>
      query('update document set extraction_outcome = $2 where id = $1', [id, outcome]);
    const typeIn = (id: string) => api.patch(`${base}/documents/${id}`, { content: 'as it was typed' });

    it('reprocessing of a search reads documents with one of the outcomes again, and no others', async () => {
      const [failed, read, trashed] = [
        await aDocument('walrus failed.txt', 'walrus one'),
        await aDocument('walrus read.txt', 'walrus two'),
        await aDocument('walrus trashed.txt', 'walrus three'),
      ];
      for (const id of [failed, trashed]) await outcomeOf(id, 'unsupported');
      for (const id of [failed, read]) await typeIn(id);
      await api.delete(`${base}/documents/${trashed}`);
      const taskId = await reprocessMany({ filter: { query: 'name:walrus' }, outcomes: ['failed', 'unsupported'] });
      await app.drain();
      expect(await task(taskId)).toMatchObject({
        type: 'reprocess-documents',
        status: 'completed',
        progress: { processed: 1, total: 1 },
        result: { documentsCount: 1 },
      });
      expect((await document(failed)).content).toBe('walrus one');
      expect((await document(read)).content).toBe('as it was typed');
    });

    it('reprocessing of a list reads its documents again, after new uploads of the organization', async () => {
      const ids = [await aDocument('seal one.txt', 'seal one'), await aDocument('seal two.txt', 'seal two')];
      for (const id of ids) await typeIn(id);
      await reprocessMany({ filter: { documentIds: ids } });
      await app.drain();
      expect((await document(ids[1] ?? '')).content).toBe('seal two');
      const groups = await query(
        `select count(distinct priority)::int as count from job.job where name = 'document.process' and data ->> 'documentId' = any($1)`,
        [ids],
      );
      expect(groups).toEqual([{ count: 2 }]); // that of the uploads, and that of the batch
    });

    it('a command requests reprocessing for the documents of all organizations with an outcome', async () => {
      const settings = { NODE_ENV: 'test', DATA_DIR: app.dataDir, DATABASE_URL: app.installation.databaseUrl };
      const command = (...words: string[]) => runCli(['documents', 'reprocess', ...words], settings);
      const id = await aDocument('otter.txt', 'otter');
      await outcomeOf(id, 'crashed');
      await typeIn(id);
      const words = ['--outcome', 'crashed,too-large'];
      expect(await command(...words, '--dry-run')).toMatchObject({
        code: 0,
        output: `1 document of ${organizationId}\n`,
      });
      expect(await command(...words, '--query', 'name:nothing')).toMatchObject({
        output: 'There is no such document.\n',
      });
      const { output } = await command(...words, '--organization', organizationId, '--query', 'name:otter');
      expect(output).toMatch(new RegExp(`^1 document of ${organizationId}: task task_[a-z0-9]{24}\n$`));
      await app.drain();
      expect((await document(id)).content).toBe('otter');
      expect(await command('--outcome', 'bad')).toMatchObject({
        code: 1,
        errors: expect.stringContaining('unknown: bad. It is one of corrupt, crashed') as unknown,
      });
    });

    it('rejects documents of other organizations, unknown outcomes, and keys without the permission', async () => {
      const other = await app.anArchive('Elsewhere');
      const { body } = await other.api.upload(other.organizationId, { name: 'theirs.txt', content: 'theirs' });
      const path = `${base}/documents/batch/reprocess`;
      expect(await api.post(path, { filter: { documentIds: [body.document.id] } })).toMatchObject({
        status: 400,
        body: { error: { code: 'documents.batch.documents_not_from_organization' } },
      });
      expect((await api.post(path, { filter: { query: '' }, outcomes: ['no such outcome'] })).status).toBe(400);
      expect((await api.post(path, { outcomes: ['failed'] })).status).toBe(400);
      expect((await other.api.post(path, { filter: { query: '' } })).status).toBe(403);
    });
  });

  it('responds with 404 for an unknown document or one of another organization', async () => {
    const notFound = { status: 404, body: { error: { code: 'document.not_found' } } };
    expect(await api.post(`${base}/documents/doc_${'0'.repeat(24)}/reprocess`)).toMatchObject(notFound);
    const id = await aDocument('mine.txt', 'mine alone');
    const other = await app.anArchive('Elsewhere');
    expect(await other.api.post(`/api/organizations/${other.organizationId}/documents/${id}/reprocess`)).toMatchObject(
      notFound,
    );
  });

  it('lists the tasks of an organization newest first and hides them from other organizations', async () => {
    const id = await aDocument('listed.txt', 'listed');
    const taskIds = [await reprocess(id), await reprocess(id)];
    await app.drain();
    const { body } = await api.get<{ tasks: Task[]; tasksCount: number }>(`${base}/tasks?pageSize=1`);
    expect(body.tasks.map((each) => each.id)).toEqual([taskIds[1]]);
    expect(body.tasksCount).toBeGreaterThanOrEqual(2);
    const next = await api.get<{ tasks: Task[] }>(`${base}/tasks?pageSize=1&pageIndex=1`);
    expect(next.body.tasks.map((each) => each.id)).toEqual([taskIds[0]]);
    const other = await app.anArchive('Elsewhere');
    expect(await other.api.get(`/api/organizations/${other.organizationId}/tasks/${taskIds[0]}`)).toMatchObject({
      status: 404,
      body: { error: { code: 'tasks.not_found' } },
    });
    expect((await api.get(`${base}/tasks/task_x`)).status).toBe(400);
    expect((await other.api.get(`${base}/tasks`)).status).toBe(403);
  });

  it('fails the task when its job was dead-lettered after the last attempt', async () => {
    const id = await aDocument('stuck.txt', 'stuck');
    const taskId = await reprocess(id);
    // What the queue leaves of a job whose process was killed on every attempt.
    await query(
      `insert into job.job (name, data, source_name, source_output)
       select 'document.process.failed', data, name, '{"message": "the process was killed"}'::jsonb from job.job where data ->> 'taskId' = $1`,
      [taskId],
    );
    const setState = (state: string) =>
      query(`update job.job set state = $1::job.job_state where name = 'document.process' and data ->> 'taskId' = $2`, [
        state,
        taskId,
      ]);
    await setState('failed');
    expect(await app.app.get(Tasks, { strict: false }).failAbandoned()).toBe(1);
    expect(await task(taskId)).toMatchObject({ status: 'failed', error: 'the process was killed' });
    await setState('created');
    await app.drain(); // retried by hand: a failed task can still succeed
    expect(await task(taskId)).toMatchObject({ status: 'completed', error: null });
  });
});
