import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FileStore, VerifyStorage, type StorageFinding } from '#capabilities/storage';
import { Counters } from '#ground/history';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { encrypted } from '../../plugins/extraction-pdf/test/encrypted-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface Version {
  number: number;
  change: string;
  restoredNumber: number | null;
  createdBy: string | null;
  size: number;
  sha256: string;
  isCurrent: boolean;
}

interface Details {
  document: { content: string; originalSize: number; originalSha256Hash: string; mimeType: string };
}

interface TaskState {
  task: { status: string; error: string | null; result: { version: number } | null };
}

describe('versions of documents', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let made = 0;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const upload = async (content: Uint8Array, name = 'scan.pdf') => {
    const { status, body } = await api.upload<{ document: { id: string } }>(organizationId, { name, content });
    expect(status).toBe(200);
    await app.drain();
    return body.document.id;
  };
  /** A PDF of as many pages, each with words of its own. */
  const aScan = (pages: number): Buffer => {
    made += 1;
    return aPdf(
      ...Array.from({ length: pages }, (_, page) => ({
        drawing: textLines([`Page ${page + 1} of the scan ${made} has some words`]),
      })),
    );
  };
  const request = (id: string, pages: object[]) =>
    api.post<{ taskId: string; error: { code: string } }>(`${base}/documents/${id}/pages`, { pages });
  const edit = async (id: string, pages: object[]) => {
    const { status, body } = await request(id, pages);
    expect(status).toBe(202);
    await app.drain();
    return (await api.get<TaskState>(`${base}/tasks/${body.taskId}`)).body.task;
  };
  const restore = (id: string, number: number) =>
    api.post<{ version: number; error: { code: string } }>(`${base}/documents/${id}/versions/${number}/restore`);
  const versions = async (id: string) =>
    (await api.get<{ versions: Version[] }>(`${base}/documents/${id}/versions`)).body.versions;
  const details = async (id: string) => (await api.get<Details>(`${base}/documents/${id}`)).body.document;
  const keysOf = async (id: string) => {
    const { rows } = await poolOf(app).query<{ key: string }>(
      'select distinct storage_key as key from document_version where document_id = $1',
      [id],
    );
    return rows.map(({ key }) => key);
  };
  const isThere = (key: string) => existsSync(join(app.dataDir, 'documents', key));
  const used = async () => {
    const counters = app.app.get(Counters, { strict: false });
    expect(await counters.compare()).toEqual([]);
    const { activeBytes, trashedBytes } = await counters.of({ organizationId });
    return { activeBytes, trashedBytes };
  };

  it('pages in another order are a new version, whose text is read, and the original stays', async () => {
    const original = aScan(3);
    const id = await upload(original);
    expect(await versions(id)).toMatchObject([{ number: 1, change: 'upload', isCurrent: true }]);
    const { status, result } = await edit(id, [{ page: 3 }, { page: 1, rotate: 90 }]);
    expect([status, result]).toEqual(['completed', { version: 2 }]);
    const { content, ...document } = await details(id);
    expect(content).toContain(`Page 3 of the scan ${made}`);
    expect(content).not.toContain('Page 2');
    expect(content.indexOf('Page 3')).toBeLessThan(content.indexOf('Page 1'));
    const [current, first] = await versions(id);
    expect(current).toMatchObject({
      ...{ number: 2, change: 'pages', isCurrent: true, createdBy: expect.any(String) },
      ...{ size: document.originalSize, sha256: document.originalSha256Hash },
    });
    expect(first).toMatchObject({ number: 1, change: 'upload', isCurrent: false, size: original.length });
    const file = await fetch(`${app.baseUrl}${base}/documents/${id}/versions/1/file`, {
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect(Buffer.from(await file.arrayBuffer()).equals(original)).toBe(true);
    expect(file.headers.get('content-disposition')).toContain('scan%20%28version%201%29.pdf');
  });

  it('a version that is restored is a new version with the same file', async () => {
    const original = aScan(2);
    const id = await upload(original);
    await edit(id, [{ page: 2 }]);
    const { status, body } = await restore(id, 1);
    expect([status, body.version]).toEqual([200, 3]);
    await app.drain();
    expect((await details(id)).content).toContain('Page 1');
    expect(await versions(id)).toMatchObject([
      { number: 3, change: 'restore', restoredNumber: 1, isCurrent: true },
      { number: 2, isCurrent: false },
      { number: 1, isCurrent: false },
    ]);
    expect(await keysOf(id)).toHaveLength(2);
    expect((await restore(id, 1)).body.error.code).toBe('document.version_is_current');
    expect((await restore(id, 9)).body.error.code).toBe('document.version_not_found');
  });

  it('usage counts the files of all versions, in the trash as well, and the purge removes them', async () => {
    const before = await used();
    const id = await upload(aScan(2));
    await edit(id, [{ page: 2 }]);
    await restore(id, 1);
    await app.drain();
    const [, second, first] = await versions(id);
    const bytes = (first?.size ?? 0) + (second?.size ?? 0);
    expect((await used()).activeBytes - before.activeBytes).toBe(bytes);
    const keys = await keysOf(id);
    expect(keys.map(isThere)).toEqual([true, true]);
    await api.delete(`${base}/documents/${id}`);
    expect((await used()).trashedBytes - before.trashedBytes).toBe(bytes);
    await api.post(`${base}/documents/${id}/restore`);
    expect((await used()).activeBytes - before.activeBytes).toBe(bytes);
    await api.delete(`${base}/documents/${id}`);
    await api.delete(`${base}/documents/trash/${id}`);
    await app.drain();
    expect(await used()).toEqual(before);
    expect(keys.map(isThere)).toEqual([false, false]);
  });

  it('a version with other bytes is found by the check of the storage, which names its document', async () => {
    const id = await upload(aScan(2));
    await edit(id, [{ page: 1 }]);
    await app.app.get(FileStore, { strict: false }).sweep(0);
    const keys = await keysOf(id);
    expect(keys.map(isThere)).toEqual([true, true]);
    const first = keys.find((key) => key.includes(id)) ?? '';
    await writeFile(join(app.dataDir, 'documents', first), 'something else');
    const verify = app.app.get(VerifyStorage, { strict: false });
    const findings: StorageFinding[] = [];
    const [result] = await verify.execute({
      ...{ drivers: await verify.driversInUse(), readsAll: false },
      ...{ signal: new AbortController().signal, onFinding: (finding: StorageFinding) => findings.push(finding) },
    });
    expect(result).toMatchObject({ size: 1, missing: 0, stray: 0 });
    expect(findings).toMatchObject([{ document: { id } }]);
    const file = await api.get<{ error: { code: string } }>(`${base}/documents/${id}/versions/1/file`);
    expect(file.body.error.code).toBe('documents.storage.file_damaged');
  });

  it('what cannot be changed is refused with the reason, and nothing is changed', async () => {
    const id = await upload(aScan(2));
    expect((await edit(id, [{ page: 3 }])).error).toBe('The PDF has only 2 pages.');
    expect((await edit(await upload(aScan(1)), [{ page: 2 }])).error).toBe('The PDF has only 1 page.');
    const locked = await upload(await encrypted(aScan(2), '', 'owner'), 'locked.pdf');
    expect((await edit(locked, [{ page: 1 }])).status).toBe('failed');
    const text = await upload(Buffer.from('some words'), 'note.txt');
    expect((await request(text, [{ page: 1 }])).body.error.code).toBe('document.pages_not_editable');
    expect(await versions(id)).toHaveLength(1);
    expect((await request(id, [])).status).toBe(400);
    expect((await request(id, [{ page: 1, rotate: 45 }])).status).toBe(400);
    await api.delete(`${base}/documents/${id}`);
    expect((await request(id, [{ page: 1 }])).body.error.code).toBe('document.version_in_trash');
  });

  it('pages that were chosen in another file than the document has are refused', async () => {
    const id = await upload(aScan(2));
    const { originalSha256Hash: sha256 } = await details(id);
    const path = `${base}/documents/${id}/pages`;
    const pages = [{ page: 1 }];
    expect((await api.post(path, { pages: [{ page: 2 }, { page: 1 }], sha256 })).status).toBe(202);
    await app.drain();
    const { status, body } = await api.post<{ error: { code: string } }>(path, { pages, sha256 });
    expect([status, body.error.code]).toEqual([409, 'document.file_changed']);
    expect((await api.post(path, { pages, sha256: 'abc' })).status).toBe(400);
  });

  it('a result that another document has is refused', async () => {
    const scan = aScan(2);
    const [first, second] = [await upload(scan), await upload(Buffer.concat([scan, Buffer.from('\n% other')]))];
    expect((await edit(first, [{ page: 2 }])).status).toBe('completed');
    const { status, error } = await edit(second, [{ page: 2 }]);
    expect([status, error]).toEqual(['failed', 'Document already exists.']);
    expect((await edit(first, [{ page: 1 }])).error).toBe('The document has these pages in this order already.');
  });

  it('pages that were chosen in a file that the document has no longer are refused', async () => {
    const id = await upload(aScan(3));
    const first = await request(id, [{ page: 1 }, { page: 2 }]);
    const second = await request(id, [{ page: 3 }]);
    await app.drain();
    const states = await Promise.all(
      [first, second].map(async ({ body }) => (await api.get<TaskState>(`${base}/tasks/${body.taskId}`)).body.task),
    );
    expect(states.map(({ status }) => status).toSorted()).toEqual(['completed', 'failed']);
    expect(await versions(id)).toHaveLength(2);
  });
});
