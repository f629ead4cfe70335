import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { ServerConfig } from '#config/server';
import { Diagnostics } from '#ground/features';
import { ScheduledTasks } from '#ground/jobs';
import { ScrubFiles, VerifyStorage, type StorageFinding } from '#capabilities/storage';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { untilTrue } from '../support/until.js';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { Caller } from './caller.js';
import { ArchiveClient } from './document-archives.js';
import { runCliHere } from './run-cli-here.js';
import { addSecondStorage, SECOND } from './second-storage.js';

const HOUR = 3_600_000;
/** Several chunks of a storage. */
const LARGE = 300_000;

describe('damaged files', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let logged: string[];

  beforeEach(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    logged = [];
    jest.spyOn(Logger.prototype, 'error').mockImplementation((message) => void logged.push(String(message)));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const documents = () => `/api/organizations/${organizationId}/documents`;
  const upload = async (name: string, content: Buffer | string): Promise<string> =>
    (await api.upload(organizationId, { name, content, type: 'application/octet-stream' })).body.document.id;
  const keyOf = async (documentId: string): Promise<string> =>
    (
      await poolOf(app).query<{ key: string }>('select original_storage_key as key from document where id = $1', [
        documentId,
      ])
    ).rows[0]!.key;
  const pathOf = async (documentId: string) => join(app.dataDir, 'documents', await keyOf(documentId));
  /** The status and the bytes of a download; `undefined` bytes when it broke off. */
  const download = async (documentId: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.baseUrl}${documents()}/${documentId}/file`, {
      headers: { authorization: `Bearer ${api.token}`, ...headers },
    });
    const bytes = await response.arrayBuffer().then(
      (all) => Buffer.from(all),
      () => undefined,
    );
    return { status: response.status, bytes };
  };
  const codeOf = async (documentId: string, headers?: Record<string, string>) => {
    const { status, bytes } = await download(documentId, headers);
    return [status, (JSON.parse(String(bytes)) as { error: { code: string } }).error.code];
  };
  const damageOf = async (documentId: string): Promise<string | undefined> =>
    (await api.get<{ document: { fileDamage: { problem: string } | null } }>(`${documents()}/${documentId}`)).body
      .document.fileDamage?.problem;
  const marks = async (): Promise<unknown[]> =>
    (await poolOf(app).query<{ problem: string }>('select problem from damaged_file order by problem')).rows.map(
      ({ problem }) => problem,
    );
  const flip = async (path: string, position: number): Promise<void> => {
    const file = await open(path, 'r+');
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
    await file.write(Buffer.of(buffer[0]! ^ 1), 0, 1, position);
    await file.close();
  };
  const scrub = () => app.app.get(ScheduledTasks, { strict: false }).run('scrub-files', new AbortController().signal);
  const storageCheck = async () => {
    for await (const report of app.app.get(Diagnostics, { strict: false }).run(new AbortController().signal))
      if (report.name === 'storage') return report;
    return undefined;
  };
  const cli = (...words: string[]) =>
    runCliHere(['storage', 'verify', ...words], {
      DATA_DIR: app.dataDir,
      DATABASE_URL: app.installation.databaseUrl,
      LOG_LEVEL: 'error',
    });

  it.each([
    ['in the first chunk', 10],
    ['in the last chunk', LARGE - 1],
  ])('a download breaks off when one byte %s is another one', async (_, position) => {
    const id = await upload('large.bin', randomBytes(LARGE));
    await flip(await pathOf(id), position);
    expect(await download(id)).toEqual({ status: 200, bytes: undefined });
    expect(await damageOf(id)).toBe('hash');
    expect(await download(id)).toEqual({ status: 200, bytes: undefined });
    expect(logged).toEqual([expect.stringContaining('does not have the bytes that were stored')]);
    // A part of it may be the wrong one.
    expect(await codeOf(id, { range: 'bytes=100-199' })).toEqual([500, 'documents.storage.file_damaged']);
  });

  it('a download of a short file with another byte is refused, and nothing of it is sent', async () => {
    const id = await upload('short.bin', randomBytes(1000));
    await flip(await pathOf(id), 999);
    expect(await codeOf(id)).toEqual([500, 'documents.storage.file_damaged']);
    expect(await codeOf(id, { range: 'bytes=0-999' })).toEqual([500, 'documents.storage.file_damaged']);
    expect(await marks()).toEqual(['hash']);
  });

  it.each([
    ['truncated', (path: string) => truncate(path, LARGE - 1)],
    ['empty', (path: string) => truncate(path, 0)],
    ['longer', (path: string) => writeFile(path, 'x', { flag: 'a' })],
  ])('every download of a file that is %s is refused before the first byte', async (_, damage) => {
    const id = await upload('large.bin', randomBytes(LARGE));
    await damage(await pathOf(id));
    for (const range of [undefined, 'bytes=0-9', 'bytes=100-', 'bytes=-1'])
      expect(await codeOf(id, range === undefined ? {} : { range })).toEqual([500, 'documents.storage.file_damaged']);
    expect(await damageOf(id)).toBe('size');
    expect(logged).toHaveLength(1);
  });

  it('a missing file is marked, and the mark goes when the file is restored and downloaded', async () => {
    const content = randomBytes(LARGE);
    const id = await upload('large.bin', content);
    const path = await pathOf(id);
    await rename(path, `${path}.away`);
    expect(await codeOf(id)).toEqual([404, 'documents.storage.file_not_found']);
    expect(await damageOf(id)).toBe('missing');
    await rename(`${path}.away`, path);
    expect((await download(id)).bytes).toEqual(content);
    expect(await damageOf(id)).toBeUndefined();
    expect((await download(id, { range: 'bytes=5-6' })).bytes).toEqual(content.subarray(5, 7));
  });

  it('a share link neither sends nor counts a damaged short file', async () => {
    const id = await upload('short.bin', randomBytes(1000));
    const { body } = await api.post<{ shareLink: { token: string } }>(`${documents()}/${id}/share-links`, {
      maxDownloads: 1,
    });
    await flip(await pathOf(id), 5);
    const visit = () => fetch(`${app.baseUrl}/api/share-links/${body.shareLink.token}/document/file`);
    expect((await visit()).status).toBe(500);
    await flip(await pathOf(id), 5);
    expect((await visit()).status).toBe(200);
  });

  it('a damaged file is not extracted, and its document says why', async () => {
    const id = await upload('letter.txt', Buffer.from(`Dear all ${'word '.repeat(20_000)}`));
    await flip(await pathOf(id), 3);
    await app.drain();
    const { body } = await api.get<{ document: { content: string; extraction: { reason: string } } }>(
      `${documents()}/${id}`,
    );
    expect(body.document).toMatchObject({
      content: '',
      extraction: { reason: expect.stringContaining('The stored file is damaged') },
    });
    expect(await marks()).toEqual(['hash']);
  });

  it('an archive has no whole damaged file, and lists it', async () => {
    const [short, large] = [await upload('short.bin', randomBytes(10)), await upload('large.bin', randomBytes(LARGE))];
    for (const id of [short, large]) await flip(await pathOf(id), 7);
    const archives = new ArchiveClient(api, organizationId);
    const { files, manifest } = await archives.download(await archives.urlFor({ query: '' }));
    expect([...files.keys()]).toEqual(['large.bin']);
    expect(files.get('large.bin')?.length).toBeLessThan(LARGE);
    expect(manifest.documents.map(({ problem }) => problem?.code)).toEqual(['damaged', 'damaged']);
  });

  it('a damaged picture of a page is drawn again', async () => {
    const content = aPdf({ drawing: textLines(['Dear all']) });
    const { body } = await api.upload(organizationId, { name: 'a.pdf', content, type: 'application/pdf' });
    const { id } = body.document;
    await app.drain();
    const preview = () =>
      fetch(`${app.baseUrl}${documents()}/${id}/preview`, { headers: { authorization: `Bearer ${api.token}` } });
    if ((await preview()).status === 202) await app.drain();
    const { rows } = await poolOf(app).query<{ key: string }>('select storage_key as key from document_preview');
    const [path, whole] = [join(app.dataDir, 'documents', rows[0]!.key), (await preview()).status];
    await flip(path, (await stat(path)).size - 1);
    const damaged = (await preview()).status;
    const requested = (await preview()).status;
    await app.drain();
    expect([whole, damaged, requested, (await preview()).status]).toEqual([200, 500, 202, 200]);
    expect(await marks()).toEqual([]);
  });

  it('the check of all files finds each flipped byte and truncated file, says so everywhere, and clears what is restored', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 30; number += 1) ids.push(await upload(`${number}.bin`, randomBytes(1000 + number)));
    const paths = await Promise.all(ids.map(pathOf));
    for (const path of paths.slice(0, 6)) await copyFile(path, `${path}.good`);
    await flip(paths[0]!, 500);
    for (const path of paths.slice(1, 6)) await truncate(path, 900);
    expect(await storageCheck()).toMatchObject({ status: 'problem' });
    expect(await scrub()).toBe('All 30 files are checked; 6 are damaged.');
    expect(await Promise.all(ids.slice(0, 7).map(damageOf))).toEqual([
      'hash',
      ...Array.from({ length: 5 }, () => 'size'),
      undefined,
    ]);
    expect(logged).toHaveLength(6);
    expect(await storageCheck()).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('6 stored files are damaged'),
      remedy: expect.stringContaining('storage verify'),
    });
    const found = await adminList();
    expect(found.damagedFiles.map(({ documentId }) => documentId).sort()).toEqual(ids.slice(0, 6).sort());
    expect(found).toMatchObject({ totalCount: 6, check: { filesCount: 30, totalFilesCount: 30, isEnabled: true } });
    for (const id of ids.slice(0, 6)) expect((await download(id)).status).toBe(500);
    for (const path of paths.slice(0, 6)) await rename(`${path}.good`, path);
    expect(await app.app.get(ScrubFiles, { strict: false }).isNeeded()).toBe(false);
    await app.advance(2 * HOUR);
    await app.drain();
    expect(await marks()).toEqual([]);
    expect(await storageCheck()).toMatchObject({ status: 'ok' });
  });

  it('names of damaged documents are for members: the administration and doctor show ids and the organization', async () => {
    const id = await upload('resignation of Mr Smith.bin', randomBytes(10));
    await flip(await pathOf(id), 5);
    expect(await scrub()).toContain('1 is damaged');
    const [found, check] = [await adminList(), await storageCheck()];
    expect(found.damagedFiles).toMatchObject([
      { documentId: id, organizationId, organizationName: 'Test archive', problem: 'hash' },
    ]);
    expect(check?.message).toContain(`that of the document ${id} of the organization ${organizationId}`);
    expect(JSON.stringify([found, check, logged])).not.toContain('Smith');
  });

  const adminList = async () => {
    const administrator = new Caller(app.baseUrl, `http://localhost:${app.installation.config(ServerConfig).port}`);
    const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };
    await administrator.post('/api/auth/sign-up/email', account);
    await poolOf(app).query(`update "user" set is_admin = true where email = $1`, [account.email]);
    return (await administrator.get('/api/admin/damaged-files')).body as {
      damagedFiles: { documentId: string }[];
    };
  };

  it('the check of all files goes on where it was stopped, and begins again after its interval', async () => {
    for (let number = 0; number < 3; number += 1) await upload(`${number}.bin`, randomBytes(LARGE));
    app.installation.config(DocumentsConfig).scrubBytesPerSecond = 1000;
    const scrubFiles = app.app.get(ScrubFiles, { strict: false });
    const stop = new AbortController();
    const stopped = scrubFiles.execute(stop.signal);
    // The first chunk takes a minute at this rate, so it waits there.
    await untilTrue('the check to begin', hasBegun);
    const second = await scrubFiles.execute(new AbortController().signal);
    expect(second).toBe('0 of 3 files are checked; none is damaged.');
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow();
    await poolOf(app).query('update file_scrub set files = 1, after_key = (select min(storage_key) from stored_file)');
    app.installation.config(DocumentsConfig).scrubBytesPerSecond = 0;
    expect(await scrub()).toBe('All 3 files are checked; none is damaged.');
    expect((await poolOf(app).query('select bytes::int from file_scrub')).rows).toEqual([{ bytes: 2 * LARGE }]);
    expect(await scrubFiles.isNeeded()).toBe(false);
    await app.advance(31 * 24 * HOUR);
    expect(await scrubFiles.isNeeded()).toBe(true);
    app.installation.config(DocumentsConfig).scrubEnabled = false;
    expect(await scrubFiles.isNeeded()).toBe(false);
    expect(await scrub()).toBeUndefined();
  });

  it('the check of all files ends without a trace when another process has taken it over', async () => {
    await upload('large.bin', randomBytes(LARGE));
    app.installation.config(DocumentsConfig).scrubBytesPerSecond = 1000;
    const stalled = app.app.get(ScrubFiles, { strict: false }).execute(new AbortController().signal);
    await untilTrue('the check to begin', hasBegun);
    await poolOf(app).query(`update file_scrub set run = 'another', files = 77, after_key = 'zzz'`);
    await app.advance(HOUR);
    expect(await stalled).toBe('77 of 77 files are checked; none is damaged.');
    const { rows } = await poolOf(app).query('select run, files::int, after_key as "afterKey" from file_scrub');
    expect(rows).toEqual([{ run: 'another', files: 77, afterKey: 'zzz' }]);
    // It died: after five minutes a run goes on where it was.
    await app.advance(6 * 60_000);
    app.installation.config(DocumentsConfig).scrubBytesPerSecond = 0;
    expect(await scrub()).toBe('All 77 files are checked; none is damaged.');
  });

  const hasBegun = async (): Promise<boolean> =>
    (
      await poolOf(app).query(
        'select from file_scrub where run is not null and finished_at is null and started_at is not null',
      )
    ).rowCount === 1;

  it('verify finds what one storage has lost in another one', async () => {
    const [lost, kept] = [await upload('lost.bin', randomBytes(500)), await upload('kept.bin', randomBytes(500))];
    addSecondStorage(app);
    const [key, path] = [await keyOf(lost), await pathOf(lost)];
    const copy = join(app.dataDir, 'second', key);
    await mkdir(join(copy, '..'), { recursive: true });
    await rename(path, copy);
    const findings: StorageFinding[] = [];
    const verify = (drivers: string[]) =>
      app.app.get(VerifyStorage, { strict: false }).execute({
        ...{ drivers, readsAll: true, signal: new AbortController().signal },
        onFinding: (finding) => void findings.push(finding),
      });
    expect(await verify(['storage-local', SECOND])).toMatchObject([
      { driver: 'storage-local', files: 2, missing: 1, stray: 0 },
      { driver: SECOND, files: 0, missing: 0, stray: 1 },
    ]);
    expect(findings).toMatchObject([
      { problem: 'stray', driver: SECOND, storageKey: key },
      { problem: 'missing', document: { id: lost }, restoreFrom: [{ driver: SECOND, storageKey: key }] },
    ]);
    await copyFile(copy, path);
    expect(await verify(['storage-local'])).toMatchObject([{ files: 2, missing: 0 }]);
    expect([await damageOf(lost), await damageOf(kept)]).toEqual([undefined, undefined]);
    await expect(verify(['storage-acme'])).rejects.toThrow('the storage plugin storage-acme is not loaded');
  });

  it('verify lists what is wrong in every storage and where copies are, deletes nothing, and ends with 1', async () => {
    const other = await app.anArchive('Other');
    const shared = randomBytes(2000);
    const ids = [
      await upload('a.bin', shared),
      await upload('b.bin', randomBytes(3000)),
      await upload('c.bin', 'short'),
    ];
    await upload('fine.bin', 'fine');
    await other.api.upload(other.organizationId, { name: 'same.bin', content: shared });
    const paths = await Promise.all(ids.map(pathOf));
    expect(await cli('--hashes')).toMatchObject({ code: 0 });
    await rm(paths[0]!);
    const folder = join(app.dataDir, 'documents', 'copies');
    await mkdir(folder);
    const stray = join(folder, 'b.bin');
    await copyFile(paths[1]!, stray);
    await writeFile(join(folder, 'not a key.txt'), 'x');
    await flip(paths[1]!, 1);
    await truncate(paths[2]!, 1);
    const bySize = await cli();
    expect(bySize).toMatchObject({
      code: 1,
      output: expect.stringContaining('1 missing, 1 truncated or too long, 0 altered'),
    });
    const report = join(app.dataDir, 'report.jsonl');
    const whole = await cli('--hashes', '--repair-report', report);
    expect(whole).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        'storage-local: 5 files; 1 missing, 1 truncated or too long, 1 altered, 0 unreadable, 2 stray',
      ),
    });
    const lines = (await readFile(report, 'utf8')).trim().split('\n');
    const findings = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(findings).toHaveLength(5);
    expect(findings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ problem: 'stray', storageKey: 'copies/b.bin', document: null }),
        expect.objectContaining({ problem: 'stray', storageKey: 'copies/not a key.txt' }),
        expect.objectContaining({
          ...{ problem: 'missing', document: expect.objectContaining({ id: ids[0], name: 'a.bin' }) },
          restoreFrom: [{ driver: 'storage-local', storageKey: expect.stringContaining(other.organizationId) }],
        }),
        expect.objectContaining({
          ...{ problem: 'hash', document: expect.objectContaining({ id: ids[1] }) },
          restoreFrom: [{ driver: 'storage-local', storageKey: 'copies/b.bin' }],
        }),
        expect.objectContaining({ problem: 'size', size: 5, foundSize: 1, restoreFrom: [] }),
      ]),
    );
    expect((await stat(stray)).size).toBe(3000);
    expect(await marks()).toEqual(['hash', 'missing', 'size']);
  });
});
