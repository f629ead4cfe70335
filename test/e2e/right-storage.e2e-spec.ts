import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TransientPluginError } from '@archivolt/plugin-kit';
import { ServerConfig } from '#config/server';
import { Diagnostics } from '#ground/features';
import { MARKER_KEY, StorageDrivers } from '#capabilities/storage';
import { openInstallation } from '#operation/installation';
import { startServer } from '../../apps/server/src/start-server.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { runCliHere } from './run-cli-here.js';

const UNAVAILABLE = 'documents.storage.unavailable';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the storage of an archive', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let folder: string;
  let away: string;
  let documentId: string;

  beforeEach(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    folder = join(app.dataDir, 'documents');
    away = join(app.dataDir, 'unmounted');
    documentId = (await upload('kept')).documentId ?? '';
    expect(documentId).toMatch(/^doc_/);
  });
  afterEach(() => app.close());

  async function upload(content: string): Promise<{ status: number; code?: string; documentId?: string }> {
    const { status, body } = await api.upload(organizationId, { name: `${content}.txt`, content });
    const { document, error } = body as { document?: { id: string }; error?: { code: string } };
    return { status, ...(document && { documentId: document.id }), ...(error && { code: error.code }) };
  }
  const download = async () =>
    (await api.get(`/api/organizations/${organizationId}/documents/${documentId}/file`)).status;
  const downloadCode = async () => {
    const { status, body } = await api.get<{ error?: { code: string } }>(
      `/api/organizations/${organizationId}/documents/${documentId}/file`,
    );
    return [status, body.error?.code];
  };
  const marks = async () =>
    (await poolOf(app).query<{ problem: string }>('select problem from damaged_file')).rows.map(
      ({ problem }) => problem,
    );
  const documents = async () =>
    (await poolOf(app).query<{ count: number }>('select count(*)::int as count from document')).rows[0]?.count;
  const marker = () => readFile(join(folder, MARKER_KEY), 'utf8');
  const storageCheck = async () => {
    const { signal } = new AbortController();
    for await (const report of app.app.get(Diagnostics, { strict: false }).run(signal))
      if (report.name === 'storage') return report;
    return undefined;
  };

  /** What is left when a disk is unmounted: the mount point is an empty folder. */
  async function unmount(): Promise<void> {
    await rename(folder, away);
    await mkdir(folder);
  }
  async function mount(): Promise<void> {
    await rm(folder, { recursive: true });
    await rename(away, folder);
  }
  const start = async (dataDir: string) => {
    const settings = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      DATABASE_URL: app.installation.databaseUrl,
    };
    const installation = await openInstallation(settings, 'owner', silent);
    installation.config(ServerConfig).port = 0;
    try {
      const server = await startServer(installation, { pollsForWork: false });
      await server.close();
    } finally {
      await installation.close();
    }
  };

  it('accepts nothing while its folder is not mounted, and everything when it is back, without a restart', async () => {
    await unmount();
    expect(await upload('lost')).toEqual({ status: 503, code: UNAVAILABLE });
    expect(await download()).toBe(503);
    expect(await documents()).toBe(1);
    expect(await storageCheck()).toMatchObject({ status: 'problem', message: expect.stringContaining(MARKER_KEY) });
    await mount();
    expect((await upload('lost')).status).toBe(200);
    expect(await download()).toBe(200);
    expect(await storageCheck()).toMatchObject({ status: 'ok' });
  });

  it('refuses uploads into the folder of another archive', async () => {
    const own = await marker();
    await writeFile(join(folder, MARKER_KEY), own.replace(/marker: .*/, 'marker: another'));
    expect(await upload('lost')).toEqual({ status: 503, code: UNAVAILABLE });
    expect(await storageCheck()).toMatchObject({ message: expect.stringContaining('another archive') });
    await writeFile(join(folder, MARKER_KEY), own);
    expect((await upload('kept now')).status).toBe(200);
  });

  it.each(['EROFS', 'EIO', 'EACCES', 'ESTALE'])('answers 503 when a write fails with %s', async (code) => {
    const { writer } = app.app.get(StorageDrivers, { strict: false });
    const write = writer.write.bind(writer);
    writer.write = async (_key, source) => {
      source.destroy();
      throw Object.assign(new Error(`${code}: cannot be written`), { code });
    };
    expect(await upload('lost')).toEqual({ status: 503, code: UNAVAILABLE });
    writer.write = write;
    expect((await upload('lost')).status).toBe(200);
  });

  it.each(['stat', 'read'] as const)('answers 503 for a file while the storage fails at %s for now', async (call) => {
    const { writer } = app.app.get(StorageDrivers, { strict: false });
    const late = new TransientPluginError('no response within 15 s', { isTimeout: true });
    const failing = jest.spyOn(writer, call).mockRejectedValue(late);
    expect(await downloadCode()).toEqual([503, UNAVAILABLE]);
    failing.mockRestore();
    expect(await download()).toBe(200);
    expect(await marks()).toEqual([]);
  });

  it('answers 500 for one file that cannot be read while the storage is there, and 503 while it is not', async () => {
    const { writer } = app.app.get(StorageDrivers, { strict: false });
    const failing = jest.spyOn(writer, 'read').mockRejectedValue(Object.assign(new Error('EIO'), { code: 'EIO' }));
    expect((await downloadCode())[0]).toBe(500);
    await rename(join(folder, MARKER_KEY), join(app.dataDir, 'marker'));
    expect(await downloadCode()).toEqual([503, UNAVAILABLE]);
    await rename(join(app.dataDir, 'marker'), join(folder, MARKER_KEY));
    failing.mockRestore();
    expect(await download()).toBe(200);
    expect(await marks()).toEqual([]);
  });

  it('answers 500 for a file of which the storage sends less than it says, in silence', async () => {
    const { writer } = app.app.get(StorageDrivers, { strict: false });
    const failing = jest.spyOn(writer, 'read').mockResolvedValue(Readable.from([Buffer.from('kep')]));
    expect(await downloadCode()).toEqual([500, 'documents.storage.file_damaged']);
    expect(await marks()).toEqual(['size']);
    failing.mockRestore();
    expect(await download()).toBe(200);
    expect(await marks()).toEqual([]);
  });

  it('keeps what is to be removed until the folder is back', async () => {
    const path = `/api/organizations/${organizationId}/documents`;
    expect((await api.delete(`${path}/${documentId}`)).status).toBe(204);
    await unmount();
    expect((await api.delete(`${path}/trash/${documentId}`)).status).toBe(204);
    const removal = app.drain();
    await removal.catch(() => undefined);
    const rows = async () => (await poolOf(app).query<object>('select storage_key from stored_file')).rows;
    expect(await rows()).toHaveLength(1);
    await mount();
    await app.advance(60 * 60_000);
    await app.drain();
    expect(await rows()).toEqual([]);
  });

  it('stops the start of a server with another folder, and says what to do', async () => {
    const other = await mkdtemp(join(tmpdir(), 'archivolt-other-'));
    await expect(start(other)).rejects.toThrow(/its file archivolt-storage is missing.*Remedy: mount the disk/s);
    await rm(other, { recursive: true });
    await start(app.dataDir);
  });

  it('recognizes the files of an archive from before there were markers, and refuses an empty folder', async () => {
    await poolOf(app).query('delete from storage_marker');
    await rename(join(folder, MARKER_KEY), join(app.dataDir, 'marker'));
    const other = await mkdtemp(join(tmpdir(), 'archivolt-other-'));
    await expect(start(other)).rejects.toThrow('none of 1 files looked for');
    await rm(other, { recursive: true });
    await start(app.dataDir);
    expect(await marker()).toMatch(/^marker: [0-9a-f-]{36}$/m);
  });

  it('a command accepts a storage whose files were restored without the marker', async () => {
    await rm(join(folder, MARKER_KEY));
    await expect(start(app.dataDir)).rejects.toThrow('storage accept --plugin storage-local');
    const settings = { NODE_ENV: 'test', DATA_DIR: app.dataDir, DATABASE_URL: app.installation.databaseUrl };
    const { code, output } = await runCliHere(['storage', 'accept', '--plugin', 'storage-local'], settings);
    expect([code, output]).toEqual([
      0,
      'The storage of storage-local is that of this archive. Files looked for: 1; found: 1.\n',
    ]);
    await start(app.dataDir);
  });
});
