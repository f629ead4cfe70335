import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentsConfig } from '#config/documents';
import { StorageDrivers } from '#capabilities/storage';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { whatIsKept } from './kept-files.js';

describe('uploads to a disk with less free space than reserved', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
  });
  afterAll(() => app.close());

  /** Whether the server is ready, and what it has found. */
  const ready = async () => {
    await app.advance(20_000); // results of a while ago are given at once
    const { status, body } = await api.get<{ findings: string[] }>('/api/health/ready');
    return [status, body.findings.includes('free space')];
  };

  it('rejects an upload with 507 before writing anything, and accepts it when there is space again', async () => {
    const config = app.app.get(DocumentsConfig, { strict: false });
    const reserved = config.reservedBytes;
    const { blocks, bsize } = statfsSync(tmpdir());
    config.reservedBytes = blocks * bsize + 1;
    const before = await whatIsKept(app);
    const refused = await api.upload<{ error: { code: string } }>(organizationId, { name: 'a.txt', content: 'a' });
    expect([refused.status, refused.body.error.code]).toEqual([507, 'documents.storage.full']);
    expect(await whatIsKept(app)).toEqual(before);
    expect(await ready()).toEqual([503, true]);
    expect((await api.get(`/api/organizations/${organizationId}/documents`)).status).toBe(200);
    config.reservedBytes = reserved;
    expect(await ready()).toEqual([200, false]);
    expect((await api.upload(organizationId, { name: 'a.txt', content: 'a' })).status).toBe(200);
  });

  it('rejects an upload with 507 when only the disk of the storage is full', async () => {
    if (process.platform !== 'linux') return;
    const { writer } = app.app.get(StorageDrivers, { strict: false });
    await app.advance(1_000); // what was known a moment ago counts
    Object.defineProperty(writer, 'folder', { value: '/proc', configurable: true }); // it never has free space
    const full = await api.upload<{ error: { code: string } }>(organizationId, { name: 'b.txt', content: 'b' });
    expect([full.status, full.body.error.code]).toEqual([507, 'documents.storage.full']);
    delete (writer as { folder?: string }).folder;
    await app.advance(1_000);
    expect((await api.upload(organizationId, { name: 'b.txt', content: 'b' })).status).toBe(200);
  });
});
