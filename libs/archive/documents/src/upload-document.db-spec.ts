import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { DocumentsService } from './documents.service.js';
import { documentOf, UploadDocument, type ReceivedFile } from './upload-document.js';
import { type DocumentRow } from './document.repository.js';
import { Counters } from '#ground/history';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { TrashService } from '#archive/trash';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { untilTrue } from '../../../../test/support/until.js';
import { poolOf } from '../../../../test/support/rows.js';

const DETAILS = { mimeType: 'text/plain', ocrLanguages: [] };
const MAX_BYTES = 1_000;

describe('UploadDocument', () => {
  let app: TestApp;
  let uploads: UploadDocument;
  let unitOfWork: UnitOfWork;
  let ctx: OrganizationContext;

  beforeAll(async () => {
    app = await startApp({ DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: String(MAX_BYTES) });
    uploads = app.app.get(UploadDocument, { strict: false });
    unitOfWork = app.app.get(UnitOfWork, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ctx = systemContext((await app.anArchive()).organizationId, 'command');
  });

  const receive = (content: string, name = 'file.txt') =>
    uploads.receive(ctx, { name, content: Readable.from([Buffer.from(content)]) }, new AbortController().signal);
  async function upload(content: string, name?: string): Promise<DocumentRow> {
    await using file = await receive(content, name);
    return await complete(file);
  }
  const complete = async (file: ReceivedFile) =>
    documentOf(await unitOfWork.run((tx) => uploads.complete(tx, [{ ctx, file, details: DETAILS, within }])));
  const within = <Result>(work: () => Result): Result => work();
  const counted = () => app.app.get(Counters, { strict: false }).of(ctx);
  const storedFiles = async (): Promise<string[]> => {
    const { rows } = await poolOf(app).query<{ state: string }>(
      'select state from stored_file where starts_with(storage_key, $1) order by state',
      [ctx.organizationId],
    );
    return rows.map(({ state }) => state);
  };
  const activityOf = async (documentId: string): Promise<string[]> => {
    const documents = app.app.get(DocumentsService, { strict: false });
    const { activities } = await documents.activity(ctx, documentId, { pageIndex: 0, pageSize: 10 });
    return activities.map(({ event }) => event);
  };

  it('adds a document with its file, its activity and its part in the counters', async () => {
    const document = await upload('some text');
    expect(await storedFiles()).toEqual(['committed']);
    expect(await activityOf(document.id)).toEqual(['created']);
    expect(await counted()).toEqual({ activeDocuments: 1, activeBytes: 9, trashedDocuments: 0, trashedBytes: 0 });
  });

  it('stores no file for a document that the organization already has', async () => {
    await upload('the same');
    const file = await receive('the same');
    expect([file.stored.isStored, await storedFiles()]).toEqual([false, ['committed']]);
    await expect(upload('the same')).rejects.toMatchObject({ code: 'document.already_exists' });
    expect((await counted()).activeDocuments).toBe(1);
  });

  it('stores the same content in two organizations', async () => {
    await upload('shared');
    ctx = systemContext((await app.anArchive()).organizationId, 'command');
    await upload('shared');
    expect((await counted()).activeDocuments).toBe(1);
  });

  it('refuses a file that is equal to one committed while it arrives, and removes it', async () => {
    const late = await receive('a race');
    await upload('a race');
    {
      await using file = late;
      await expect(complete(file)).rejects.toMatchObject({ code: 'document.already_exists' });
      expect(await storedFiles()).toEqual(['committed', 'pending']);
    }
    expect(await storedFiles()).toEqual(['committed']);
  });

  it('restores an equal document from the trash under the new name, and removes the new file', async () => {
    const { id } = await upload('thrown away', 'old.txt');
    await app.app.get(TrashService, { strict: false }).trash(ctx, id);
    const revived = await upload('thrown away', 'new.txt');
    expect(revived).toMatchObject({ id, name: 'new.txt', originalName: 'new.txt', deletedAt: null });
    expect(await storedFiles()).toEqual(['committed']);
    expect(await activityOf(id)).toEqual(['created', 'restored', 'deleted', 'created']);
    expect(await counted()).toEqual({ activeDocuments: 1, activeBytes: 11, trashedDocuments: 0, trashedBytes: 0 });
  });

  it('locks equal documents in the trash in the order of all others', async () => {
    const trash = app.app.get(TrashService, { strict: false });
    const contents = new Map<string, string>();
    for (const content of ['one', 'two']) contents.set((await upload(content)).id, content);
    const [first = '', second = ''] = [...contents.keys()].toSorted();
    for (const id of [first, second]) await trash.trash(ctx, id);
    await using one = await receive(contents.get(second) ?? '');
    await using two = await receive(contents.get(first) ?? '');
    const other = await poolOf(app).connect();
    try {
      await other.query('begin');
      await other.query('select from document where id = $1 for update', [first]);
      const completed = unitOfWork.run((tx) =>
        uploads.complete(
          tx,
          [one, two].map((file) => ({ ctx, file, details: DETAILS, within })),
        ),
      );
      await untilTrue('the uploads to wait', async () => {
        const { rows } = await poolOf(app).query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      const locked = await other.query('select from document where id = $1 for update nowait', [second]).then(
        () => 'locked',
        (error: unknown) => (error as Error).message,
      );
      await other.query('rollback');
      expect((await completed).map((document) => documentOf([document]).id)).toEqual([second, first]);
      expect(locked).toBe('locked');
    } finally {
      await other.query('rollback');
      other.release();
    }
  });

  it.each([
    ['is empty', '', 'document.empty_file'],
    ['is larger than the limit', 'x'.repeat(MAX_BYTES + 1), 'document.size_too_large'],
  ])('refuses a file that %s, and leaves nothing behind', async (_, content, code) => {
    await expect(receive(content)).rejects.toMatchObject({ code });
    expect(await storedFiles()).toEqual([]);
  });

  it('refuses an upload that ends after the deletion of the organization', async () => {
    await using file = await receive('too late');
    await poolOf(app).query('update organization set deleted_at = now() where id = $1', [ctx.organizationId]);
    await expect(complete(file)).rejects.toMatchObject({ code: 'user.not_in_organization' });
    expect((await counted()).activeDocuments).toBe(0);
  });

  it('keeps nothing but the pending file when its transaction is rolled back', async () => {
    {
      await using file = await receive('rolled back');
      const work = unitOfWork.run(async (tx) => {
        await uploads.complete(tx, [{ ctx, file, details: DETAILS, within }]);
        throw new Error('rolled back');
      });
      await expect(work).rejects.toThrow('rolled back');
      expect(await storedFiles()).toEqual(['pending']);
    }
    expect(await storedFiles()).toEqual([]);
    expect((await counted()).activeDocuments).toBe(0);
  });
});
