import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#libs/database';
import { DocumentRepository, LockDocuments } from '#libs/documents';
import { createId, systemContext, type OrganizationContext } from '#libs/kernel';
import { startApp, type TestApp } from '../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../test/support/rows.js';

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
      ...file,
    };
  };

  it('adds a document only with its pending file, which is confirmed by the same statement', async () => {
    const document = aNewDocument();
    const insert = () => unitOfWork.run((tx) => documents.insert(tx, ctx, document));
    const setState = (state: string) =>
      poolOf(app).query('update stored_file set state = $2 where storage_key = $1', [document.id, state]);
    expect(await documents.announceFile(ctx, document)).toBe(true);
    await setState('deleting'); // as the sweep does
    await expect(insert()).rejects.toThrow('is not pending any more');
    expect(await documents.find(ctx, document.id)).toBeUndefined();
    await setState('pending');
    expect(await insert()).toMatchObject({ id: document.id, originalSize: 7, extractionStatus: 'pending' });
    const { rows } = await poolOf(app).query('select state from stored_file where storage_key = $1', [document.id]);
    expect(rows).toEqual([{ state: 'committed' }]);
  });

  it('leaves a second file with the same content pending, and adds no document', async () => {
    const [first, second] = [aNewDocument(SIGNATURE), aNewDocument(SIGNATURE)];
    for (const document of [first, second]) expect(await documents.announceFile(ctx, document)).toBe(true);
    expect(await unitOfWork.run((tx) => documents.insert(tx, ctx, first))).toBeDefined();
    expect(await unitOfWork.run((tx) => documents.insert(tx, ctx, second))).toBeUndefined();
    const { rows } = await poolOf(app).query('select state from stored_file where storage_key = $1', [second.id]);
    expect(rows).toEqual([{ state: 'pending' }]);
    expect(await documents.announceFile(ctx, aNewDocument(SIGNATURE))).toBe(false);
    expect(await documents.announceFile(other, aNewDocument(SIGNATURE))).toBe(true);
  });

  it('adds no document to an organization that is deleted', async () => {
    const deleted = systemContext((await app.anArchive()).organizationId, 'command');
    await poolOf(app).query('update organization set deleted_at = now() where id = $1', [deleted.organizationId]);
    const document = aNewDocument();
    await documents.announceFile(deleted, document);
    expect(await unitOfWork.run((tx) => documents.insert(tx, deleted, document))).toBeUndefined();
    expect(await unitOfWork.run((tx) => documents.isOrganizationLive(tx, deleted))).toBe(false);
  });

  it('finds no document of another organization', async () => {
    const [id = ''] = await rowsOf(other, 1);
    expect(await documents.find(ctx, id)).toBeUndefined();
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

  it('pages through active documents in every order, without gaps and repetitions', async () => {
    const archive = systemContext((await app.anArchive()).organizationId, 'command');
    const ids = await rowsOf(archive, 5);
    await rowsOf(archive, 2, true);
    await poolOf(app).query(`update document set document_date = '2026-01-02' where id = any($1)`, [ids.slice(0, 2)]);
    for (const field of ['createdAt', 'updatedAt', 'name', 'documentDate'] as const) {
      const found: Record<string, string[]> = {};
      for (const order of ['asc', 'desc'] as const) {
        const pages = [];
        for (const pageIndex of [0, 1, 2]) {
          pages.push(...(await documents.findPage(archive, { field, order }, { pageIndex, pageSize: 2 })));
        }
        found[order] = pages.map(({ id }) => id);
      }
      expect([...(found['asc'] ?? [])].sort()).toEqual([...ids].sort());
      expect(found['desc']).toEqual(found['asc']?.toReversed());
    }
  });
});
