import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import { MergeIntoDocument, type MergeDocumentsData } from '#archive/merging';
import { AddDocuments } from '#archive/uploads';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { encrypted } from '../../plugins/extraction-pdf/test/encrypted-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { tiffOf } from './many-page-tiff.js';

interface Details {
  document: { name: string; content: string; isDeleted: boolean; mimeType: string; tags: { name: string }[] };
}

interface TaskState {
  task: { status: string; error: string | null; result: { documentId: string } | null };
}

describe('documents that are merged', () => {
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

  const upload = async (name: string, content: Uint8Array) => {
    const { status, body } = await api.upload<{ document: { id: string } }>(organizationId, { name, content });
    expect(status).toBe(200);
    await app.drain();
    return body.document.id;
  };
  const aScan = (pages: number): Buffer => {
    made += 1;
    return aPdf(
      ...Array.from({ length: pages }, (_, page) => ({
        drawing: textLines([`Scan ${made} page ${page + 1} has some words`]),
      })),
    );
  };
  const aPicture = (format: 'jpeg' | 'png' | 'tiff'): Promise<Buffer> => {
    made += 1;
    const background = { r: made * 7, g: 90, b: 150 };
    return sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .toFormat(format)
      .toBuffer();
  };
  const request = (documentIds: string[], changes: object = {}) =>
    api.post<{ taskId: string; error: { code: string } }>(`${base}/documents/merge`, {
      ...{ documentIds, name: `All ${(made += 1)}` },
      ...changes,
    });
  const task = async (taskId: string) => (await api.get<TaskState>(`${base}/tasks/${taskId}`)).body.task;
  const merge = async (documentIds: string[], changes: object = {}) => {
    const { status, body } = await request(documentIds, changes);
    expect(status).toBe(202);
    await app.drain();
    return task(body.taskId);
  };
  const details = async (id: string) => (await api.get<Details>(`${base}/documents/${id}`)).body.document;
  const wordsOf = ({ content }: Details['document']) =>
    [...content.matchAll(/Scan (\d+) page (\d+)/g)].map(([, scan, page]) => `${scan}/${page}`);
  const documentsCount = async () =>
    (await api.get<{ documentsCount: number }>(`${base}/documents?pageSize=1`)).body.documentsCount;
  const pagesCount = async (id: string) => {
    await api.get(`${base}/documents/${id}/preview?page=1&width=240`);
    await app.drain();
    const { body } = await api.get<{ document: { preview: { pagesCount: number | null } } }>(`${base}/documents/${id}`);
    return body.document.preview.pagesCount;
  };

  it('pages of PDFs and pictures become one PDF in the order that was asked for, with the tags of all', async () => {
    const first = await upload('first.pdf', aScan(2));
    const scan = made;
    const second = await upload('second.pdf', aScan(1));
    const pictures = [
      await upload('a.png', await aPicture('png')),
      await upload('b.jpg', await aPicture('jpeg')),
      await upload('c.tif', await tiffOf(await aPicture('png'), 3)),
    ];
    for (const [name, id] of [
      ['Left', first],
      ['Right', second],
      ['Both', first],
    ] as const) {
      const { body } = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#ff0000' });
      await api.post(`${base}/documents/${id}/tags`, { tagId: body.tag.id });
    }
    const { status, error, result } = await merge([second, ...pictures, first], { name: 'Everything' });
    expect([status, error]).toEqual(['completed', null]);
    const id = result?.documentId ?? '';
    const document = await details(id);
    expect(document).toMatchObject({ name: 'Everything.pdf', mimeType: 'application/pdf' });
    expect(wordsOf(document)).toEqual([`${scan + 1}/1`, `${scan}/1`, `${scan}/2`]);
    expect(document.tags.map(({ name }) => name).toSorted()).toEqual(['Both', 'Left', 'Right']);
    expect(await pagesCount(id)).toBe(8);
    expect((await details(first)).isDeleted).toBe(false);
  });

  it('the originals go to the trash when that was asked for', async () => {
    const ids = [await upload('one.pdf', aScan(1)), await upload('two.pdf', aScan(1))];
    expect(await merge(ids, { trashOriginals: true })).toMatchObject({ status: 'completed' });
    for (const id of ids) expect((await details(id)).isDeleted).toBe(true);
  });

  it('a protected PDF fails the task with the reason, and nothing is changed', async () => {
    const ids = [await upload('open.pdf', aScan(1)), await upload('shut.pdf', await encrypted(aScan(1), '', 'owner'))];
    const count = await documentsCount();
    expect(await merge(ids, { trashOriginals: true })).toMatchObject({
      ...{ status: 'failed', error: 'File 2: The PDF is protected; the new one would not be.' },
    });
    expect(await documentsCount()).toBe(count);
  });

  it('a merge that is interrupted before its end leaves all as it was, and its next attempt does all, once', async () => {
    const ids = [await upload('x.pdf', aScan(1)), await upload('y.pdf', aScan(1))];
    const count = await documentsCount();
    const add = app.app.get(AddDocuments, { strict: false });
    const work = app.app.get(MergeIntoDocument, { strict: false });
    const jobs: MergeDocumentsData[] = [];
    const execute = work.execute.bind(work);
    const watch = jest.spyOn(work, 'execute').mockImplementation(async (data, signal) => {
      jobs.push(data);
      const adding = jest.spyOn(add, 'addIn').mockImplementationOnce(async (...given) => {
        adding.mockRestore();
        await add.addIn(...given);
        throw new Error('the process stops');
      });
      await expect(execute(data, signal)).rejects.toThrow('the process stops');
    });
    const { body } = await request(ids, { trashOriginals: true });
    await app.drain();
    watch.mockRestore();
    const [data] = jobs;
    if (data === undefined) throw new Error('no job ran');
    expect(await documentsCount()).toBe(count);
    for (const id of ids) expect((await details(id)).isDeleted).toBe(false);
    const never = new AbortController().signal;
    // Two processes at a time, as when a worker was thought to be dead.
    await Promise.all([work.execute(data, never), work.execute(data, never)]);
    await work.execute(data, never);
    await app.drain();
    expect(await task(body.taskId)).toMatchObject({ status: 'completed', error: null });
    expect(await documentsCount()).toBe(count - 1);
  });

  it('what cannot be merged is refused before the work begins', async () => {
    const pdf = await upload('p.pdf', aScan(1));
    const note = await upload('n.txt', Buffer.from('Some words of a note'));
    const other = await upload('o.pdf', aScan(1));
    const codes = async (ids: string[], changes: object = {}) => (await request(ids, changes)).body.error.code;
    const statusOf = async (ids: string[], changes: object = {}) => (await request(ids, changes)).status;
    expect(await codes([pdf, note])).toBe('documents.merge_unsupported');
    expect(await codes([pdf, 'doc_000000000000000000000000'])).toBe('documents.batch.documents_not_from_organization');
    expect(await statusOf([pdf])).toBe(400);
    expect(await statusOf([pdf, pdf])).toBe(400);
    expect(await statusOf([pdf, other], { name: 'x'.repeat(256) })).toBe(400);
    await api.delete(`${base}/documents/${other}`);
    expect(await codes([pdf, other])).toBe('documents.merge_in_trash');
  });

  it('a document that goes to the trash before its turn is not merged', async () => {
    const ids = [await upload('q.pdf', aScan(2)), await upload('r.pdf', aScan(1))];
    const { body } = await request(ids);
    await api.delete(`${base}/documents/${ids[0]}`);
    await app.drain();
    expect(await task(body.taskId)).toMatchObject({
      status: 'failed',
      error: 'A document was changed, moved to the trash or deleted before the documents were merged.',
    });
  });
});
