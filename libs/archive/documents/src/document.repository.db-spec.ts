import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentRepository } from './document.repository.js';
import { LockDocuments } from './lock-documents.repository.js';
import { createId, systemContext, type OrganizationContext } from '#ground/kernel';
import type { AnnouncedFile } from '#capabilities/storage';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../test/support/rows.js';

const SIGNATURE = 'f'.repeat(64);

describe('DocumentRepository', () => {
  let app: TestApp;
  let documents: DocumentRepository;
  let unitOfWork: UnitOfWork;
  let ctx: OrganizationContext;
  let other: OrganizationContext;

  beforeAll(async () => {
    app = await startApp();
    documents = app.app.get(DocumentRepository, { strict: false });
    unitOfWork = app.app.get(UnitOfWork, { strict: false });
    ctx = systemContext((await app.anArchive()).organizationId, 'command');
    other = systemContext((await app.anArchive()).organizationId, 'command');
  });
  afterAll(() => app.close());

  const rowsOf = async (organization: OrganizationContext, count: number, trashed = false): Promise<string[]> =>
    (await addDocumentRows(app, organization.organizationId, count, { trashed })).map(({ id }) => id);
  const aNewDocument = (sha256 = createId('hash')) => {
    const id = createId('doc');
    const name = 'file.txt';
    const file = { storageKey: id, driver: 'storage-local', size: 7, sha256 };
    return {
      id,
      name,
      nameSortKey: name,
      mimeType: 'text/plain',
      ocrLanguages: [],
      documentDate: null,
      notes: null,
      source: 'upload' as const,
      isInInboxByDefault: false,
      ...file,
    };
  };

  type NewDocument = ReturnType<typeof aNewDocument>;
  const announce = (ctx: OrganizationContext, file: AnnouncedFile) => documents.announceFile(ctx, file);
  const insert = async (tx: Transaction, ctx: OrganizationContext, document: NewDocument) =>
    (await documents.insertAll(tx, [{ ctx, document }]))[0];

  it('adds a document only with its pending file, which is confirmed by the same statement', async () => {
    const document = aNewDocument();
    const insertIt = () => unitOfWork.run((tx) => insert(tx, ctx, document));
    const setState = (state: string) =>
      poolOf(app).query('update stored_file set state = $2 where storage_key = $1', [document.id, state]);
    expect(await announce(ctx, document)).toBe(true);
    await setState('deleting'); // as the sweep does
    await expect(insertIt()).rejects.toThrow('is not pending any more');
    expect(await documents.findInOrder(ctx, [document.id])).toEqual([]);
    await setState('pending');
    expect(await insertIt()).toMatchObject({ id: document.id, originalSize: 7, extractionStatus: 'pending' });
    const { rows } = await poolOf(app).query('select state from stored_file where storage_key = $1', [document.id]);
    expect(rows).toEqual([{ state: 'committed' }]);
  });

  it('leaves a second file with the same content pending, and adds no document', async () => {
    const [first, second] = [aNewDocument(SIGNATURE), aNewDocument(SIGNATURE)];
    for (const document of [first, second]) expect(await announce(ctx, document)).toBe(true);
    expect(await unitOfWork.run((tx) => insert(tx, ctx, first))).toBeDefined();
    expect(await unitOfWork.run((tx) => insert(tx, ctx, second))).toBeUndefined();
    const { rows } = await poolOf(app).query('select state from stored_file where storage_key = $1', [second.id]);
    expect(rows).toEqual([{ state: 'pending' }]);
    expect(await announce(ctx, aNewDocument(SIGNATURE))).toBe(false);
    expect(await announce(other, aNewDocument(SIGNATURE))).toBe(true);
  });

  it('adds no document to an organization that is deleted', async () => {
    const deleted = systemContext((await app.anArchive()).organizationId, 'command');
    await poolOf(app).query('update organization set deleted_at = now() where id = $1', [deleted.organizationId]);
    const document = aNewDocument();
    await announce(deleted, document);
    expect(await unitOfWork.run((tx) => insert(tx, deleted, document))).toBeUndefined();
    expect(await unitOfWork.run((tx) => documents.isOrganizationLive(tx, deleted))).toBe(false);
  });

  it('adds several documents at once, and leaves out one with a known content and one of an organization that is deleted', async () => {
    const deleted = systemContext((await app.anArchive()).organizationId, 'command');
    await poolOf(app).query('update organization set deleted_at = now() where id = $1', [deleted.organizationId]);
    const known = aNewDocument();
    await announce(ctx, known);
    await unitOfWork.run((tx) => insert(tx, ctx, known));
    const uploads = [
      { ctx, document: { ...aNewDocument(), ocrLanguages: ['deu', 'eng'], notes: 'With a note' } },
      { ctx, document: aNewDocument(known.sha256) },
      { ctx: other, document: { ...aNewDocument(known.sha256), documentDate: new Date('2024-02-03') } },
      { ctx: deleted, document: aNewDocument() },
    ] as const;
    const announced = [];
    for (const upload of uploads) announced.push(await announce(upload.ctx, upload.document));
    expect(announced).toEqual([true, false, true, true]);
    const added = await unitOfWork.run((tx) => documents.insertAll(tx, uploads));
    expect(added.map(({ id }) => id).sort()).toEqual([uploads[0].document.id, uploads[2].document.id].sort());
    const { rows } = await poolOf(app).query(
      `select organization_id, ocr_languages, notes, document_date from document where id = any($1) order by notes`,
      [uploads.map(({ document }) => document.id)],
    );
    expect(rows).toEqual([
      { organization_id: ctx.organizationId, ocr_languages: ['deu', 'eng'], notes: 'With a note', document_date: null },
      { organization_id: other.organizationId, ocr_languages: [], notes: null, document_date: new Date('2024-02-03') },
    ]);
  });

  it('finds no document of another organization', async () => {
    const [id = ''] = await rowsOf(other, 1);
    expect(await documents.findFile(ctx, id)).toBeUndefined();
    expect(await documents.findInOrder(ctx, [id])).toEqual([]);
    await unitOfWork.run(async (tx) => {
      expect(await documents.exists(tx, ctx, id)).toBe(false);
      expect(await documents.countOf(tx, ctx, [id])).toBe(0);
      expect(await new LockDocuments().execute(tx, ctx, [id])).toEqual([]);
      expect(await documents.findForChange(tx, ctx, id)).toBeNull();
      expect(await documents.markForExtraction(tx, ctx, id)).toBeUndefined();
    });
  });

  it('returns rows in the order of the ids that it gets', async () => {
    const ids = (await rowsOf(ctx, 3)).reverse();
    expect((await documents.findInOrder(ctx, [...ids, createId('doc')])).map(({ id }) => id)).toEqual(ids);
  });
});
