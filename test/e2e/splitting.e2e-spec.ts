import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SplitIntoDocuments, type SplitDocumentData } from '#archive/splitting';
import { AddDocuments } from '#archive/uploads';
import { MARKER_KEY } from '#capabilities/storage';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { encrypted } from '../../plugins/extraction-pdf/test/encrypted-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Label } from '../support/labels.js';
import { labelledScan } from './labelled-scan.js';

interface Split {
  requestedAt: string | null;
  outcome: 'refused' | 'split' | null;
  reason: string | null;
  parts: { documentId: string; name: string; isDeleted: boolean }[];
}

interface Activity {
  event: string;
  eventData: Record<string, unknown> | null;
  userId: string | null;
}

interface Details {
  document: {
    name: string;
    content: string;
    archiveNumber: number | null;
    isDeleted: boolean;
    tags: { name: string }[];
  };
}

describe('documents that are split', () => {
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
    return body.document.id;
  };
  const read = async (name: string, content: Uint8Array) => {
    const id = await upload(name, content);
    await app.drain();
    return id;
  };
  /** A PDF of as many pages, each with words of its own. */
  const aStack = (pages: number): Buffer => {
    made += 1;
    return aPdf(
      ...Array.from({ length: pages }, (_, page) => ({
        drawing: textLines([`Page ${page + 1} of the stack ${made} has some words`]),
      })),
    );
  };
  const split = (id: string, body: object) =>
    api.post<{ taskId: string; error: { code: string } }>(`${base}/documents/${id}/split`, body);
  const splitOf = async (id: string) => (await api.get<Split>(`${base}/documents/${id}/split`)).body;
  const details = async (id: string) => (await api.get<Details>(`${base}/documents/${id}`)).body.document;
  const activity = async (id: string) =>
    (await api.get<{ activities: Activity[] }>(`${base}/documents/${id}/activity`)).body.activities;
  const task = async (taskId: string) =>
    (
      await api.get<{ task: { status: string; error: string | null; result: { documentIds: string[] } | null } }>(
        `${base}/tasks/${taskId}`,
      )
    ).body.task;
  const documentsCount = async () =>
    (await api.get<{ documentsCount: number }>(`${base}/documents?pageSize=1`)).body.documentsCount;
  const storedFiles = async () => {
    const entries = await readdir(join(app.dataDir, 'documents'), { recursive: true, withFileTypes: true });
    return entries.filter(
      (entry) => entry.isFile() && entry.name !== MARKER_KEY && entry.parentPath.includes('originals'),
    ).length;
  };
  const twoParts = {
    parts: [
      { from: 1, to: 2 },
      { from: 3, to: 3 },
    ],
  };

  it('ranges of pages become documents with the tags of the whole, which goes to the trash', async () => {
    const { body: tag } = await api.post<{ tag: { id: string } }>(`${base}/tags`, { name: 'Stack', color: '#ff0000' });
    const id = await read('stack.pdf', aStack(4));
    await api.post(`${base}/documents/${id}/tags`, { tagId: tag.tag.id });
    const whole = (await details(id)).content;
    const { status, body } = await split(id, twoParts);
    expect(status).toBe(202);
    await app.drain();
    const { status: state, result } = await task(body.taskId);
    expect(state).toBe('completed');
    const parts = await Promise.all((result?.documentIds ?? []).map(details));
    expect(parts.map(({ name }) => name)).toEqual(['stack (1).pdf', 'stack (2).pdf']);
    expect(parts[0]?.content).toContain(`Page 2 of the stack ${made}`);
    expect(parts[0]?.content).not.toContain('Page 3');
    expect(whole).toContain(parts[1]?.content.trim());
    expect(parts.map(({ tags }) => tags.map(({ name }) => name))).toEqual([['Stack'], ['Stack']]);
    expect((await details(id)).isDeleted).toBe(true);
    expect(await splitOf(id)).toMatchObject({ outcome: 'split', reason: null, parts: [{ name: 'stack (1).pdf' }, {}] });
    const [deleted, ended] = await activity(id);
    expect([deleted?.event, ended?.event].toSorted()).toEqual(['deleted', 'split']);
    expect((await activity(id)).find(({ event }) => event === 'split')).toMatchObject({
      eventData: { partIds: result?.documentIds },
      userId: expect.any(String),
    });
    const created = (await activity(result?.documentIds[0] ?? '')).find(({ event }) => event === 'created');
    expect(created?.eventData).toEqual({ splitFromId: id, splitFromName: 'stack.pdf' });
  });

  it('the whole stays where that is asked for, and pages may be turned, left out and used twice', async () => {
    const id = await read('kept.pdf', aStack(3));
    const parts = [
      { from: 3, to: 3, turn: 90 },
      { from: 2, to: 3 },
    ];
    const { body } = await split(id, { parts, keepOriginal: true });
    await app.drain();
    const [first, second] = (await task(body.taskId)).result?.documentIds ?? [];
    expect((await details(first ?? '')).content).toContain('Page 3');
    expect((await details(second ?? '')).content).toContain('Page 2');
    expect((await details(id)).isDeleted).toBe(false);
  });

  it('a part whose content another document has refuses the split, and nothing is changed', async () => {
    const id = await read('twice.pdf', aStack(3));
    await split(id, { ...twoParts, keepOriginal: true });
    await app.drain();
    const [count, files] = [await documentsCount(), await storedFiles()];
    const { body } = await split(id, {
      parts: [
        { from: 1, to: 1 },
        { from: 3, to: 3 },
      ],
    });
    await app.drain();
    const ended = await task(body.taskId);
    expect(ended.status).toBe('failed');
    expect(ended.error).toContain('Part 2 was refused: Document already exists.');
    expect([await documentsCount(), await storedFiles()]).toEqual([count, files]);
    expect((await details(id)).isDeleted).toBe(false);
    expect(await splitOf(id)).toMatchObject({ outcome: 'refused', parts: [] });
    expect((await activity(id))[0]).toMatchObject({
      event: 'not-split',
      eventData: { reason: expect.stringContaining('Part 2') },
    });
  });

  it('a file that is protected, no PDF or shorter than the ranges is refused with the reason', async () => {
    const cases: [string, Buffer, string][] = [
      ['protected.pdf', await encrypted(aStack(3), '', 'owner'), 'protected'],
      ['short.pdf', aStack(2), 'only 2 pages'],
      ['text.txt', Buffer.from('These words are no PDF'), 'No installed plugin splits files of the type text/plain'],
    ];
    for (const [name, content, reason] of cases) {
      const id = await read(name, content);
      const { body } = await split(id, twoParts);
      await app.drain();
      expect(await task(body.taskId)).toMatchObject({ status: 'failed', error: expect.stringContaining(reason) });
      expect((await details(id)).isDeleted).toBe(false);
    }
  });

  it('wrong ranges and documents that cannot be split are refused at once', async () => {
    const id = await read('ranges.pdf', aStack(3));
    const range = { from: 1, to: 1 };
    for (const parts of [
      [],
      [range],
      [range, { from: 3, to: 2 }],
      [range, { from: 0, to: 1 }],
      [range, { from: 1, to: 90_000 }],
      [range, { ...range, turn: 45 }],
    ])
      expect((await split(id, { parts })).status).toBe(400);
    expect((await split(id, { parts: Array.from({ length: 201 }, () => range) })).status).toBe(400);
    const other = await app.anArchive('other');
    const elsewhere = `/api/organizations/${other.organizationId}/documents/${id}/split`;
    expect((await other.api.post(elsewhere, twoParts)).status).toBe(404);
    expect((await other.api.get(elsewhere)).status).toBe(404);
    await api.delete(`${base}/documents/${id}`);
    expect((await split(id, twoParts)).body.error.code).toBe('document.split_in_trash');
    expect((await split('doc_000000000000000000000000', twoParts)).status).toBe(404);
  });

  it('a split that waited while the pages were changed is refused', async () => {
    const id = await read('changed.pdf', aStack(3));
    const work = app.app.get(SplitIntoDocuments, { strict: false });
    const jobs: SplitDocumentData[] = [];
    const watch = jest.spyOn(work, 'execute').mockImplementation(async (data) => void jobs.push(data));
    const { body } = await split(id, twoParts);
    await app.drain();
    watch.mockRestore();
    await api.post(`${base}/documents/${id}/pages`, { pages: [{ page: 3 }, { page: 2 }, { page: 1 }] });
    await app.drain();
    const count = await documentsCount();
    for (const data of jobs) await work.execute(data, new AbortController().signal);
    const reason = 'The document has another file since the pages were chosen.';
    expect(await task(body.taskId)).toMatchObject({ status: 'failed', error: reason });
    expect(await splitOf(id)).toMatchObject({ outcome: 'refused', reason });
    expect(await documentsCount()).toBe(count);
    expect((await details(id)).isDeleted).toBe(false);
  });

  it('a split that is interrupted before its end leaves nothing, and its next attempt does all, once', async () => {
    const id = await read('interrupted.pdf', aStack(3));
    const add = app.app.get(AddDocuments, { strict: false });
    const [count, files] = [await documentsCount(), await storedFiles()];
    const work = app.app.get(SplitIntoDocuments, { strict: false });
    const jobs: SplitDocumentData[] = [];
    const execute = work.execute.bind(work);
    const watch = jest.spyOn(work, 'execute').mockImplementation(async (data, signal) => {
      jobs.push(data);
      const execution = jest.spyOn(add, 'execute').mockImplementationOnce(async (...given) => {
        // All parts are stored and written, and the connection goes before the commit.
        execution.mockRestore();
        await add.execute(...given);
        throw new Error('the process stops');
      });
      await expect(execute(data, signal)).rejects.toThrow('the process stops');
    });
    const { body } = await split(id, twoParts);
    await app.drain();
    watch.mockRestore();
    const [data] = jobs;
    if (data === undefined) throw new Error('no job ran');
    expect([await documentsCount(), await storedFiles()]).toEqual([count, files]);
    expect(await splitOf(id)).toMatchObject({ outcome: null, parts: [] });
    const never = new AbortController().signal;
    // Two processes at a time, as when a worker was thought to be dead.
    await Promise.all([work.execute(data, never), work.execute(data, never)]);
    await work.execute(data, never);
    await app.drain();
    expect(await task(body.taskId)).toMatchObject({ status: 'completed' });
    expect(await documentsCount()).toBe(count + 1);
    expect(await storedFiles()).toBe(files + 2);
    expect((await splitOf(id)).parts).toHaveLength(2);
  });

  it('a split that another one has replaced does nothing', async () => {
    const id = await upload('replaced.pdf', aStack(3));
    const first = (await split(id, { ...twoParts, keepOriginal: true })).body.taskId;
    const second = (
      await split(id, {
        parts: [
          { from: 1, to: 1 },
          { from: 2, to: 2 },
          { from: 3, to: 3 },
        ],
      })
    ).body.taskId;
    await app.drain();
    expect([(await task(first)).status, (await task(second)).status]).toEqual(['failed', 'completed']);
    expect((await splitOf(id)).parts).toHaveLength(3);
  });

  describe('at separator sheets', () => {
    const settings = (): string => `${base}/document-codes/settings`;
    const code = (text: string, more: Partial<Label> = {}): Label[] => [{ kind: 'code128', text, ...more }];
    const scan = (...pages: Label[][]): Promise<Buffer> =>
      labelledScan(`Stack ${(made += 1)} of letters with some words in it`, ...pages);
    afterAll(async () => {
      await api.patch(settings(), { canSplit: null, splitsAtArchiveNumbers: null, keepsSplitDocuments: null });
    });

    it('a stack is left as it is until the organization says otherwise', async () => {
      const id = await read('off.pdf', await scan(code('LETTER-A'), code('PATCHT'), code('LETTER-B')));
      expect(await splitOf(id)).toEqual({ requestedAt: null, outcome: null, reason: null, parts: [] });
      expect((await details(id)).isDeleted).toBe(false);
    });

    it('a stack becomes the documents between its sheets, each with the number on its label', async () => {
      await api.patch(settings(), { canSplit: true, separators: ['PATCHT', 'SPLIT'] });
      const stack = await scan(
        code('ASN00801'),
        code('OTHER'),
        [{ kind: 'qrcode', text: 'patcht' }],
        code('ASN00802'),
        code('SPLIT-3'),
        code('LAST'),
      );
      const id = await read('stack.pdf', stack);
      const { outcome, parts } = await splitOf(id);
      expect(outcome).toBe('split');
      expect(parts).toHaveLength(3);
      const numbers = await Promise.all(parts.map(async ({ documentId }) => (await details(documentId)).archiveNumber));
      expect(numbers).toEqual([801, 802, null]);
      expect(await details(id)).toMatchObject({ isDeleted: true, archiveNumber: null });
      const pages = await Promise.all(
        parts.map(
          async ({ documentId }) =>
            (await api.get<{ pagesCount: number }>(`${base}/documents/${documentId}/codes`)).body.pagesCount,
        ),
      );
      expect(pages).toEqual([2, 1, 1]);
      const codes = (
        await api.get<{ codes: { text: string; isSeparator: boolean }[] }>(`${base}/documents/${id}/codes`)
      ).body.codes;
      expect(codes.filter(({ isSeparator }) => isSeparator).map(({ text }) => text)).toEqual(['patcht', 'SPLIT-3']);
      expect((await activity(parts[0]?.documentId ?? '')).at(-1)).toMatchObject({ event: 'created', userId: null });
    });

    it('sheets are kept, and a stack that stays is split once however often it is read', async () => {
      await api.patch(settings(), { keepsSeparators: true, keepsSplitDocuments: true });
      const id = await read('kept stack.pdf', await scan(code('K1'), code('PATCHT'), code('K2')));
      const { parts } = await splitOf(id);
      expect(parts).toHaveLength(2);
      expect((await details(id)).isDeleted).toBe(false);
      const count = await documentsCount();
      await api.post(`${base}/documents/${id}/reprocess`);
      await app.drain();
      expect(await documentsCount()).toBe(count);
      await api.patch(settings(), { keepsSeparators: null, keepsSplitDocuments: null });
    });

    it('the bars of a Patch-T sheet separate as a code does', async () => {
      const narrow = 5.76;
      // Narrow, wide, narrow, wide, each 2.5 inches long.
      const bars = [0, 2, 5.5, 7.5].map((left, index) => {
        return `${200 + left * narrow} 500 ${(index % 2 === 0 ? 1 : 2.5) * narrow} 180 re f`;
      });
      const letters = ['before', 'after'].map((word) => ({ drawing: textLines([`The letter ${word} the bars`]) }));
      const [first = { drawing: '' }, last = { drawing: '' }] = letters;
      const id = await read('bars.pdf', aPdf(first, { drawing: `0 g ${bars.join(' ')}` }, last));
      const { codes } = (
        await api.get<{ codes: { page: number; format: string; text: string }[] }>(`${base}/documents/${id}/codes`)
      ).body;
      expect(codes).toMatchObject([{ page: 2, format: 'PatchCode', text: 'PATCHT' }]);
      const { parts } = await splitOf(id);
      const texts = await Promise.all(parts.map(async ({ documentId }) => (await details(documentId)).content.trim()));
      expect(texts).toEqual(['The letter before the bars', 'The letter after the bars']);
    });

    it('a page with another archive number begins a document where that is set', async () => {
      await api.patch(settings(), { splitsAtArchiveNumbers: true });
      const id = await read('numbers.pdf', await scan(code('ASN 811'), code('N1'), code('ASN 812'), code('ASN 813')));
      const { parts } = await splitOf(id);
      const numbers = await Promise.all(parts.map(async ({ documentId }) => (await details(documentId)).archiveNumber));
      expect(numbers).toEqual([811, 812, 813]);
      await api.patch(settings(), { splitsAtArchiveNumbers: null });
    });

    it('a stack with a part that is known stays, and says why', async () => {
      const stack = await scan(code('D1'), code('PATCHT'), code('D1'));
      const id = await read('equal pages.pdf', stack);
      // Of two equal parts either may be added first.
      const reason = expect.stringMatching(/^Part [12] was refused: /);
      expect(await splitOf(id)).toMatchObject({ outcome: 'refused', reason });
      expect((await details(id)).isDeleted).toBe(false);
      expect((await activity(id)).map(({ event }) => event)).toContain('not-split');
    });
  });
});
