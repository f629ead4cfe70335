import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DocumentsConfig } from '#config/documents';
import { ScheduledTasks } from '#ground/jobs';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { readZip } from '../support/read-zip.js';
import { poolOf } from '../support/rows.js';
import { eventually } from '../support/until.js';
import { ArchiveClient } from './document-archives.js';
import { broken, WATCHED, WatchedStorage } from './watched-storage.js';

interface TaskBody {
  type: string;
  status: string;
  error: string | null;
  progress: { processed: number; total: number | null };
  isCancellable: boolean;
  result: { archiveId: string; url: string; fileName: string; size: number; expiresAt: string } | null;
}

describe('an archive that a task prepares', () => {
  let app: TestApp;
  let storage: WatchedStorage;
  let folder: string;
  let api: ApiClient;
  let archives: ArchiveClient;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'archivolt-archives-'));
    storage = new WatchedStorage(join(folder, 'files'));
    app = await startApp(
      {
        DOCUMENT_ARCHIVES_MAX_STREAMED_DOCUMENTS: '2',
        DOCUMENT_ARCHIVES_MAX_STREAMED_BYTES: '100000',
        DOCUMENT_ARCHIVES_PREPARED_PER_USER: '2',
        DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
        DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '0',
        PREVIEWS_ENABLED: 'false',
      },
      { plugins: [storage.asPlugin()], choices: { storage: WATCHED } },
    );
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    storage.instead = () => undefined;
    const archive = await app.anArchive();
    ({ api } = archive);
    archives = new ArchiveClient(api, archive.organizationId);
  });

  const all = { query: '' };
  const upload = async (name: string, content: string | Buffer = `${name} ${Math.random()}`): Promise<string> => {
    const { status, body } = await api.upload(archives.organizationId, { name, content });
    expect(status).toBe(200);
    return body.document.id;
  };
  const request = async (body: object = { prefersPrepared: true }): Promise<string> => {
    const accepted = await archives.request<{ taskId: string }>(all, body);
    expect(accepted).toMatchObject({ status: 202, body: { taskId: expect.stringMatching(/^task_/) } });
    return accepted.body.taskId;
  };
  const task = async (taskId: string) =>
    (await api.get<{ task: TaskBody }>(`${archives.base}/tasks/${taskId}`)).body.task;
  const prepared = async (): Promise<NonNullable<TaskBody['result']>> => {
    const taskId = await request();
    await app.drain();
    const { status, result } = await task(taskId);
    expect(status).toBe('completed');
    return result as NonNullable<TaskBody['result']>;
  };
  const archiveOf = async (taskId: string): Promise<string> => {
    const { rows } = await poolOf(app).query<{ id: string }>('select id from document_archive where task_id = $1', [
      taskId,
    ]);
    return rows[0]?.id ?? '';
  };
  const filesOfArchives = async (): Promise<string[]> => {
    const entries = await readdir(join(folder, 'files', archives.organizationId), {
      recursive: true,
      withFileTypes: true,
    });
    return entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('originals')).map(({ name }) => name);
  };

  it('an archive is prepared when it has too many documents, too many bytes, or the caller prefers it', async () => {
    await upload('one.bin', randomBytes(100_001));
    await request({});
    await poolOf(app).query('update task set status = $1', ['cancelled']);
    const small = await upload('two.txt');
    expect((await archives.request({ documentIds: [small] })).status).toBe(200);
    const preferred = await archives.request({ documentIds: [small] }, {}, { prefer: 'respond-async' });
    expect([preferred.status, preferred.headers.get('preference-applied')]).toEqual([202, 'respond-async']);
    await poolOf(app).query('update task set status = $1', ['cancelled']);
    const ids = [small, await upload('three.txt'), await upload('four.txt')];
    expect((await archives.request({ documentIds: ids })).status).toBe(202);
    expect((await archives.request({ documentIds: ids }, { prefersPrepared: false })).status).toBe(200);
  });

  it('a prepared archive is downloaded whole, in parts, or not again when it is known', async () => {
    const content = randomBytes(300_000);
    await upload('large.bin', content);
    const result = await prepared();
    expect(result).toMatchObject({
      url: `${archives.base}/document-archives/${result.archiveId}/file`,
      fileName: expect.stringMatching(/^Test archive-\d{4}-\d\d-\d\d\.zip$/),
    });
    const { files, manifest, bytes } = await archives.download(result.url);
    expect(files.get('large.bin')?.equals(content)).toBe(true);
    expect([manifest.problemsCount, bytes.length]).toEqual([0, result.size]);
    const head = await archives.fetch(result.url, { method: 'HEAD' });
    const etag = head.headers.get('etag') ?? '';
    expect([head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      String(result.size),
      'bytes',
    ]);
    const part = await archives.fetch(result.url, { headers: { range: 'bytes=1000-1999', 'if-range': etag } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${result.size}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true);
    expect((await archives.fetch(result.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await archives.fetch(result.url, { headers: { range: `bytes=${result.size}-` } })).status).toBe(416);
  });

  it('a prepared archive cannot be downloaded before its end, and can be cancelled while it waits', async () => {
    await upload('one.txt');
    const taskId = await request();
    expect(await task(taskId)).toMatchObject({
      type: 'prepare-document-archive',
      status: 'pending',
      isCancellable: true,
    });
    const url = `${archives.base}/document-archives/${await archiveOf(taskId)}/file`;
    const early = await archives.fetch(url);
    expect([early.status, ((await early.json()) as { error: { code: string } }).error.code]).toEqual([
      409,
      'document_archives.not_ready',
    ]);
    expect((await api.post(`${archives.base}/tasks/${taskId}/cancel`)).status).toBe(202);
    await app.drain();
    expect(await task(taskId)).toMatchObject({ status: 'cancelled', result: null });
    expect(await filesOfArchives()).toEqual([]);
    expect((await archives.fetch(url)).status).toBe(404);
  });

  it('a prepared archive reports its progress in documents', async () => {
    await upload('first.bin', randomBytes(200_000));
    const second = await upload('second.bin', randomBytes(200_000));
    await poolOf(app).query(
      `create or replace function note_progress() returns trigger language plpgsql as $$ begin
         insert into noted_progress values (new.id, new.processed, new.total, new.status); return null; end $$;
       create table noted_progress (id text, processed int, total int, status text);
       create trigger note_progress after update on task for each row execute function note_progress();`,
    );
    const taskId = await request();
    const clock = performance.now.bind(performance);
    storage.instead = (key) => {
      // Longer than the pause between two saves of the progress.
      if (key.includes(second)) jest.spyOn(performance, 'now').mockImplementation(() => clock() + 10_000);
      return undefined;
    };
    await app.drain().finally(() => jest.restoreAllMocks());
    await poolOf(app).query('drop trigger note_progress on task');
    const { rows } = await poolOf(app).query<{ processed: number; total: number }>(
      `select processed, total from noted_progress where id = $1 and status = 'running' order by processed`,
      [taskId],
    );
    expect(rows.map(({ total }) => total)).toEqual(rows.map(() => 2));
    expect(rows.map(({ processed }) => processed)).toContain(1);
    expect(await task(taskId)).toMatchObject({ status: 'completed', progress: { processed: 2, total: 2 } });
  });

  it('an archive that is cancelled while it is written leaves nothing', async () => {
    await upload('first.bin', randomBytes(200_000));
    await upload('second.bin', randomBytes(200_000));
    const taskId = await request();
    // The first save of the progress comes after the first block: by then the task is cancelled.
    storage.instead = () => {
      void poolOf(app).query(`update task set status = 'cancelled', finished_at = now() where id = $1`, [taskId]);
      return undefined;
    };
    await app.drain();
    expect((await task(taskId)).status).toBe('cancelled');
    // A stream that was destroyed closes its file a moment later.
    await eventually(async () => expect([await filesOfArchives(), storage.open.size]).toEqual([[], 0]));
    const { rows } = await poolOf(app).query(`select from stored_file where storage_key like $1 || '/archives/%'`, [
      archives.organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('a prepared archive is retried after a failure of the storage, and lists an unreadable file in the last attempt', async () => {
    const id = await upload('unreadable.bin', randomBytes(1_000));
    let reads = 0;
    storage.instead = (key) => {
      if (!key.includes(id)) return undefined;
      reads += 1;
      return broken(Buffer.from('beginning'));
    };
    const { url } = await prepared();
    const { files, manifest } = await archives.download(url);
    expect(files.get('unreadable.bin')?.toString()).toBe('beginning');
    expect(manifest.documents[0]?.problem?.code).toBe('unreadable');
    expect(reads).toBe(5);
    expect(await filesOfArchives()).toHaveLength(1);
  });

  it('a prepared archive fails, and leaves nothing, when the space that uploads need is used up', async () => {
    const config = app.app.get(DocumentsConfig, { strict: false });
    const { reservedBytes } = config;
    await upload('first.txt');
    // More than the file store writes before it looks again.
    await upload('large.bin', randomBytes(70 * 1024 * 1024));
    const taskId = await request();
    storage.instead = () => {
      config.reservedBytes = Number.MAX_SAFE_INTEGER;
      return undefined;
    };
    await app.drain();
    config.reservedBytes = reservedBytes;
    expect(await task(taskId)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^There is no space left on the server/),
    });
    // A stream that was destroyed closes its file a moment later.
    await eventually(async () => expect([await filesOfArchives(), storage.open.size]).toEqual([[], 0]));
  });

  it('a prepared archive counts towards a limit of each user until it is deleted or expires', async () => {
    await upload('one.txt');
    const first = await prepared();
    const waiting = await request();
    expect(await archives.request(all, { prefersPrepared: true })).toMatchObject({
      status: 409,
      body: { error: { code: 'document_archives.too_many_prepared' } },
    });
    expect((await archives.fetch(first.url.replace('/file', ''), { method: 'DELETE' })).status).toBe(204);
    expect((await archives.fetch(first.url)).status).toBe(404);
    await request();
    const path = `${archives.base}/document-archives/${await archiveOf(waiting)}`;
    expect((await archives.fetch(path, { method: 'DELETE' })).status).toBe(204);
    expect(await task(waiting)).toMatchObject({ status: 'cancelled', error: 'The archive was deleted.' });
    await app.drain();
    expect(await filesOfArchives()).toHaveLength(1);
  });

  it('an expired archive is removed with its file, even after its organization is gone', async () => {
    await upload('one.txt');
    const { url } = await prepared();
    await poolOf(app).query(`update document_archive set expires_at = now() - interval '1 s'`);
    expect((await archives.fetch(url)).status).toBe(410);
    await poolOf(app).query(`update document_archive set organization_id = 'org_gone'`);
    await app.app.get(ScheduledTasks).run('remove-expired-archives', new AbortController().signal);
    await app.drain();
    expect(await filesOfArchives()).toEqual([]);
    const { rows } = await poolOf(app).query(`select from stored_file where storage_key like $1 || '/archives/%'`, [
      archives.organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('a prepared archive is whole even while documents are trashed during its preparation', async () => {
    for (let count = 0; count < 5; count += 1) await upload(`${count}.txt`);
    const taskId = await request();
    const { documents } = (await api.get<{ documents: { id: string }[] }>(`${archives.base}/documents`)).body;
    await api.delete(`${archives.base}/documents/${documents[0]?.id}`);
    await app.drain();
    const { result } = await task(taskId);
    const response = await archives.fetch(result?.url ?? '');
    expect(readZip(Buffer.from(await response.arrayBuffer()))).toHaveLength(5);
  });
});
