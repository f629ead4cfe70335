import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HttpAdapterHost } from '@nestjs/core';
import { ScheduledTasks } from '#ground/jobs';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';
import { readZip } from '../support/read-zip.js';
import { untilTrue } from '../support/until.js';
import { ArchiveClient, type Manifest } from './document-archives.js';
import { broken, stuck, WATCHED, WatchedStorage } from './watched-storage.js';

/** More than the socket buffers of both sides can hold. */
const LARGE = 24 * 1024 * 1024;

describe('a download of many documents as one zip', () => {
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
        DOCUMENT_ARCHIVES_MAX_DOCUMENTS: '20',
        DOCUMENT_ARCHIVES_MAX_STREAMS: '3',
        DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '0',
        DOCUMENTS_DOWNLOAD_STALL_TIMEOUT_MS: '1000',
        DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
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
    const archive = await app.anArchive('Home & <family>');
    ({ api } = archive);
    archives = new ArchiveClient(api, archive.organizationId);
  });

  const upload = async (name: string, content: string | Buffer = `${name} ${Math.random()}`): Promise<string> => {
    const { status, body } = await api.upload(archives.organizationId, { name, content });
    expect(status).toBe(200);
    return body.document.id;
  };
  const all = { query: '' };
  const keyOf = async (documentId: string): Promise<string> => {
    const { rows } = await poolOf(app).query<{ key: string }>(
      'select original_storage_key as key from document where id = $1',
      [documentId],
    );
    return rows[0]?.key ?? '';
  };
  const allAreClosed = () => untilTrue('the read files to be closed', () => storage.open.size === 0);

  it('the zip has every document that a query finds, byte for byte, with a list of them at its end', async () => {
    const first = await upload('invoice.pdf', randomBytes(200_000));
    const second = await upload('letter.txt', 'Dear all');
    const { tag } = (
      await api.post<{ tag: { id: string } }>(`${archives.base}/tags`, { name: 'Paid', color: '#112233' })
    ).body;
    await api.post(`${archives.base}/documents/${first}/tags`, { tagId: tag.id });
    const { propertyDefinition } = (
      await api.post<{ propertyDefinition: { id: string } }>(`${archives.base}/custom-properties`, {
        type: 'number',
        name: 'Amount',
      })
    ).body;
    await api.put(`${archives.base}/documents/${first}/custom-properties/${propertyDefinition.id}`, { value: 42 });
    const { status, body } = await archives.request(all);
    expect([status, body.archive.documentsCount, body.archive.size]).toEqual([200, 2, 200_008]);
    const response = await archives.fetch(body.archive.url, { method: 'HEAD' });
    const today = new Date().toISOString().slice(0, 10);
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(`Home & _family_-${today}.zip`)}`,
    );
    expect(response.headers.get('content-type')).toBe('application/zip');
    const { files, manifest } = await archives.download(body.archive.url);
    expect([...files.keys()]).toEqual(['invoice.pdf', 'letter.txt']);
    expect(files.get('letter.txt')?.toString()).toBe('Dear all');
    expect(manifest).toMatchObject({
      organization: { id: archives.organizationId, name: 'Home & <family>' },
      documentsCount: 2,
      filesCount: 2,
      problemsCount: 0,
      documents: [
        { id: first, file: 'invoice.pdf', size: 200_000, tags: ['Paid'], properties: { amount: 42 } },
        { id: second, file: 'letter.txt', name: 'letter.txt', tags: [], properties: { amount: null } },
      ],
    });
    const invoice = files.get('invoice.pdf') ?? Buffer.of();
    expect(createHash('sha256').update(invoice).digest('hex')).toBe(manifest.documents[0]?.sha256);
  });

  it('the zip has the documents that are named one by one, once each, in the order of the request', async () => {
    const ids = [await upload('a.txt'), await upload('b.txt'), await upload('c.txt')];
    const [a = '', , c = ''] = ids;
    const { files } = await archives.download(await archives.urlFor({ documentIds: [c, a, c] }));
    expect([...files.keys()]).toEqual(['c.txt', 'a.txt']);
  });

  it('the zip gives every document a name of its own that every system can store', async () => {
    const ids: string[] = [];
    for (const [number, name] of ['scan.pdf', 'SCAN.pdf', 'con.txt', 'x', 'manifest.json', 'y'].entries())
      ids.push(await upload(name, `content ${number}`));
    await api.patch(`${archives.base}/documents/${ids[3]}`, { name: '../../etc/passwd' });
    await api.patch(`${archives.base}/documents/${ids[5]}`, { name: 'ends with dots...' });
    const { files, manifest } = await archives.download(await archives.urlFor({ documentIds: ids }));
    const names = ['scan.pdf', 'SCAN (2).pdf', '_con.txt', 'passwd', 'manifest (2).json', 'ends with dots'];
    expect([...files.keys()]).toEqual(names);
    expect(manifest.documents.map(({ name, file }) => [name, file])).toContainEqual(['passwd', 'passwd']);
    expect(names.map((name) => files.get(name)?.toString())).toEqual(ids.map((_, number) => `content ${number}`));
  });

  it('the zip is read by unzip, if that is installed', async () => {
    await upload('ümlaut – 文書.txt', 'text');
    await upload('empty line.txt', '\n');
    const { bytes } = await archives.download(await archives.urlFor(all));
    const file = join(folder, 'archive.zip');
    await writeFile(file, bytes);
    const tested = await promisify(execFile)('unzip', ['-tq', file]).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    });
    if (tested) expect(tested.stdout).toContain('No errors detected');
  });

  it('the zip omits documents that were trashed or deleted since the request, and lists them', async () => {
    const [kept, trashed, deleted] = [
      await upload('kept.txt'),
      await upload('trashed.txt'),
      await upload('deleted.txt'),
    ];
    const url = await archives.urlFor(all);
    for (const id of [trashed, deleted]) await api.delete(`${archives.base}/documents/${id}`);
    await api.delete(`${archives.base}/documents/trash/${deleted}`);
    const { files, manifest } = await archives.download(url);
    expect([...files.keys()]).toEqual(['kept.txt']);
    expect(manifest).toMatchObject({ documentsCount: 3, filesCount: 1, problemsCount: 2 });
    expect(manifest.documents.map(({ id, problem }) => [id, problem?.code])).toEqual([
      [kept, undefined],
      [trashed, 'trashed'],
      [deleted, 'deleted'],
    ]);
  });

  it('the zip continues after a file that is missing, damaged or unreadable, and lists it', async () => {
    const names = ['fine.txt', 'missing.txt', 'damaged.txt', 'unreadable.txt', 'last.txt'];
    const ids = [];
    for (const name of names) ids.push(await upload(name));
    const keys = await Promise.all(ids.map(keyOf));
    await storage.delete(keys[1] ?? '');
    storage.instead = (key) => (key === keys[3] ? broken(Buffer.from('beginning')) : undefined);
    await storage.delete(keys[2] ?? '');
    await writeFile(join(folder, 'files', keys[2] ?? ''), 'something else');
    const { files, manifest } = await archives.download(await archives.urlFor(all));
    expect([...files.keys()]).toEqual(['fine.txt', 'unreadable.txt', 'last.txt']);
    expect(files.get('unreadable.txt')?.toString()).toBe('beginning');
    expect(manifest.documents.map(({ file, problem }) => [file, problem?.code])).toEqual([
      ['fine.txt', undefined],
      [null, 'missing'],
      [null, 'damaged'],
      ['unreadable.txt', 'unreadable'],
      ['last.txt', undefined],
    ]);
  });

  it('the zip omits the rest when the caller may no longer read the documents, and lists only their ids', async () => {
    const ids = [];
    for (const name of ['first.bin', 'second.bin']) ids.push(await upload(name, randomBytes(LARGE)));
    const url = await archives.urlFor({ documentIds: ids });
    // One document for each part, so that the second one is read later.
    await poolOf(app).query(
      `with parts as (delete from document_archive_part returning archive_id, document_ids),
       counted as (update document_archive set parts_count = 2)
       insert into document_archive_part select archive_id, place - 1, array[id]
       from parts, unnest(document_ids) with ordinality as given(id, place)`,
    );
    const response = await archives.begin(url);
    await once(response, 'readable');
    await poolOf(app).query('delete from organization_member where organization_id = $1', [archives.organizationId]);
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    const [file, manifest, ...rest] = readZip(Buffer.concat(chunks));
    expect([file?.name, manifest?.name, rest]).toEqual(['first.bin', 'manifest.json', []]);
    const { documents } = JSON.parse(manifest?.content.toString() ?? '') as Manifest;
    expect(documents[1]).toEqual({
      id: ids[1],
      file: null,
      problem: { code: 'forbidden', message: 'You may no longer read the documents of this organization.' },
    });
  });

  it.each([
    ['an empty archive', { query: '' }],
    ['a query without a match', { query: 'tag:nothing' }],
  ])('a download is refused for %s', async (_, filter) => {
    expect(await archives.request(filter)).toMatchObject({
      status: 400,
      body: { error: { code: 'document_archives.empty' } },
    });
  });

  it('a download is refused when all selected documents are in the trash', async () => {
    const id = await upload('gone.txt');
    await api.delete(`${archives.base}/documents/${id}`);
    expect(await archives.request({ documentIds: [id] })).toMatchObject({
      status: 400,
      body: { error: { code: 'document_archives.empty' } },
    });
    const { rows } = await poolOf(app).query('select from document_archive where organization_id = $1', [
      archives.organizationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('a download is refused for documents of another organization', async () => {
    const other = await app.anArchive();
    const { body } = await other.api.upload(other.organizationId, { name: 'secret.txt', content: 'secret' });
    expect(await archives.request({ documentIds: [body.document.id] })).toMatchObject({
      status: 400,
      body: { error: { code: 'documents.batch.documents_not_from_organization' } },
    });
  });

  it('a download is refused for more documents than one archive may hold', async () => {
    await addDocumentRows(app, archives.organizationId, 21);
    expect(await archives.request(all)).toMatchObject({
      status: 400,
      body: { error: { code: 'document_archives.too_many_documents' } },
    });
  });

  it('a download is available only to the user or the key that requested it', async () => {
    await upload('mine.txt');
    const url = await archives.urlFor(all);
    const other = await app.anArchive();
    const { rows } = await poolOf(app).query<{ id: string }>(`select created_by as id from document_archive`);
    expect(rows.length).toBeGreaterThan(0);
    expect((await new ArchiveClient(other.api, other.organizationId).fetch(url)).status).toBe(403);
    await poolOf(app).query(
      `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
       values ('org_mem_' || left(md5(random()::text), 24), now(), now(), $1, $2, 'admin')`,
      [archives.organizationId, other.userId],
    );
    for (const method of ['GET', 'HEAD', 'DELETE']) {
      const path = method === 'DELETE' ? url.replace('/file', '') : url;
      expect((await new ArchiveClient(other.api, other.organizationId).fetch(path, { method })).status).toBe(404);
    }
    await poolOf(app).query('update document_archive set api_key_id = null');
    expect((await archives.fetch(url)).status).toBe(404);
  });

  it('an expired archive returns 410, and is removed a day later', async () => {
    await upload('late.txt');
    const url = await archives.urlFor(all);
    const age = async (hours: number) => {
      await poolOf(app).query(`update document_archive set expires_at = expires_at - make_interval(hours => $1)`, [
        hours,
      ]);
      await app.app.get(ScheduledTasks).run('remove-expired-archives', new AbortController().signal);
    };
    await age(24);
    const expired = await archives.fetch(url);
    expect([expired.status, ((await expired.json()) as { error: { code: string } }).error.code]).toEqual([
      410,
      'document_archives.expired',
    ]);
    await age(24);
    expect((await archives.fetch(url)).status).toBe(404);
    const { rows } = await poolOf(app).query('select from document_archive_part');
    expect(rows).toEqual([]);
  });

  it('closes the stored file when the client disconnects', async () => {
    await upload('large.bin', randomBytes(LARGE));
    const response = await archives.begin(await archives.urlFor(all));
    await once(response, 'readable');
    expect(storage.open.size).toBe(1);
    response.destroy();
    await allAreClosed();
  });

  it('closes a stored file that no longer sends anything when the client disconnects', async () => {
    await upload('stuck.bin', randomBytes(LARGE));
    storage.instead = () => stuck(randomBytes(200_000));
    const response = await archives.begin(await archives.urlFor(all));
    await once(response, 'readable');
    expect(storage.open.size).toBe(1);
    response.destroy();
    await allAreClosed();
  });

  it('a download ends when the client reads nothing for the configured time, and frees its place', async () => {
    await upload('large.bin', randomBytes(LARGE));
    const url = await archives.urlFor(all);
    const server = app.app.get(HttpAdapterHost).httpAdapter.getHttpServer() as Server;
    const connected = once(server, 'connection');
    const response = await archives.begin(url);
    response.pause();
    const [socket] = (await connected) as [Socket];
    await once(socket, 'close');
    await allAreClosed();
    response.destroy();
    expect((await archives.fetch(url, { method: 'HEAD' })).status).toBe(200);
  });

  it('two downloads of a user and three of all run at a time; HEAD reports that there is no place', async () => {
    const other = await app.anArchive();
    const another = new ArchiveClient(other.api, other.organizationId);
    await upload('stuck.bin', randomBytes(LARGE));
    await other.api.upload(other.organizationId, { name: 'stuck.bin', content: randomBytes(LARGE) });
    storage.instead = () => stuck(randomBytes(200_000));
    const url = await archives.urlFor(all);
    const otherUrl = await another.urlFor(all);
    const open = [await archives.begin(url), await archives.begin(url)];
    const refused = await archives.fetch(url);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    expect((await archives.fetch(url, { method: 'HEAD' })).status).toBe(429);
    expect((await another.fetch(otherUrl, { method: 'HEAD' })).status).toBe(200);
    open.push(await another.begin(otherUrl));
    for (const method of ['GET', 'HEAD']) expect((await another.fetch(otherUrl, { method })).status).toBe(503);
    for (const response of open) response.destroy();
    await allAreClosed();
    expect((await archives.fetch(url, { method: 'HEAD' })).status).toBe(200);
  });

  it('the lists of the twenty newest archives of a user are kept', async () => {
    const documentIds = [await upload('one.txt')];
    for (let count = 0; count < 23; count += 1) await archives.urlFor({ documentIds });
    const { rows } = await poolOf(app).query('select from document_archive where organization_id = $1', [
      archives.organizationId,
    ]);
    expect(rows).toHaveLength(20);
  });
});
