import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Batches } from '#archive/batches';
import { UnitOfWork } from '#ground/database';
import type { DocumentFilter } from '#archive/documents';
import { Counters } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { PurgeService } from './purge.service.js';
import { TrashDocuments } from './trash-batches.js';
import { TrashService } from './trash.service.js';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, backdateTrash, poolOf } from '../../../../test/support/rows.js';
import { MoveDocuments } from './move-documents.js';

/** As `addDocumentRows` writes them. */
const BYTES = 10;

describe('the trash', () => {
  let app: TestApp;
  let trash: TrashService;
  let purges: PurgeService;
  let counters: Counters;
  let ctx: OrganizationContext;

  beforeAll(async () => {
    app = await startApp();
    trash = app.app.get(TrashService, { strict: false });
    purges = app.app.get(PurgeService, { strict: false });
    counters = app.app.get(Counters, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { organizationId, userId } = await app.anArchive();
    const actor = { via: 'session', userId, sessionId: 'auth_ses_1', isAdmin: false } as const;
    ctx = { organizationId, actor, role: 'owner', requestId: 'req_1' };
  });

  const add = async (count: number, trashed = false): Promise<string[]> =>
    (await addDocumentRows(app, ctx.organizationId, count, { trashed })).map(({ id }) => id);
  const trashMany = async (filter: DocumentFilter): Promise<string[]> => {
    const operation = app.app.get(TrashDocuments, { strict: false });
    const { changes = [] } = await app.app
      .get(Batches, { strict: false })
      .request(ctx, operation, { filter, parameters: {}, prefersAsync: false });
    return changes.map(({ documentId }) => documentId);
  };
  const counted = async (): Promise<[active: number, trashed: number]> => {
    const { activeDocuments, activeBytes, trashedDocuments, trashedBytes } = await counters.of(ctx);
    expect([activeBytes, trashedBytes]).toEqual([activeDocuments * BYTES, trashedDocuments * BYTES]);
    expect(await counters.compare()).toEqual([]);
    return [activeDocuments, trashedDocuments];
  };
  const recorded = async (): Promise<{ name: string; by: string | null; request: string | null }[]> => {
    const { rows } = await poolOf(app).query<{ name: string; by: string | null; request: string | null }>(
      `select name, actor_user_id as by, request_id as request from event
       where organization_id = $1 and name like 'document:%' order by position`,
      [ctx.organizationId],
    );
    return rows;
  };
  const aDocument = async (): Promise<string> => (await add(1))[0] ?? '';

  it('a document that is moved to the trash is counted once, however often it is moved', async () => {
    const id = await aDocument();
    await trash.trash(ctx, id);
    await trash.trash(ctx, id);
    expect(await counted()).toEqual([0, 1]);
    const by = ctx.actor.via === 'session' ? ctx.actor.userId : '';
    expect(await recorded()).toEqual([{ name: 'document:deleted', by, request: 'req_1' }]);
  });

  it('a batch is moved to the trash completely or not at all', async () => {
    const ids = await add(3);
    const [foreign] = await addDocumentRows(app, (await app.anArchive()).organizationId, 1);
    const refused = trashMany({ documentIds: [...ids, foreign?.id ?? ''] });
    await expect(refused).rejects.toMatchObject({ code: 'documents.batch.documents_not_from_organization' });
    expect(await counted()).toEqual([3, 0]);
    await trash.trash(ctx, ids[1] ?? '');
    expect(await trashMany({ documentIds: [...ids].reverse() })).toEqual([ids[2], ids[0]]);
    expect(await counted()).toEqual([0, 3]);
  });

  it('the results of a query are moved to the trash', async () => {
    await add(2);
    expect(await trashMany({ query: '' })).toHaveLength(2);
    expect(await counted()).toEqual([0, 2]);
  });

  it('the trash does not touch a document of another organization', async () => {
    const [foreign] = await addDocumentRows(app, (await app.anArchive()).organizationId, 1, { trashed: true });
    const id = foreign?.id ?? '';
    for (const work of [trash.trash(ctx, id), trash.restore(ctx, id), purges.purgeOne(ctx, id)]) {
      await expect(work).rejects.toMatchObject({ code: 'document.not_found' });
    }
    expect(await recorded()).toEqual([]);
  });

  it('a document that is restored is counted, and an active one cannot be restored', async () => {
    const id = await aDocument();
    await trash.trash(ctx, id);
    await trash.restore(ctx, id);
    expect(await counted()).toEqual([1, 0]);
    await expect(trash.restore(ctx, id)).rejects.toMatchObject({ code: 'document.not_deleted' });
    expect((await recorded()).map(({ name }) => name)).toEqual(['document:deleted', 'document:restored']);
  });

  it('the trash lists its documents and their number without counting them', async () => {
    await add(2);
    await add(3, true);
    const page = await trash.list(ctx, { pageIndex: 1, pageSize: 2 });
    expect([page.documents.length, page.documentsCount]).toEqual([1, 3]);
  });

  it('purges one document, and refuses to purge an active one', async () => {
    const id = await aDocument();
    await expect(purges.purgeOne(ctx, id)).rejects.toMatchObject({ code: 'document.not_deleted' });
    await trash.trash(ctx, id);
    await purges.purgeOne(ctx, id);
    expect(await counted()).toEqual([0, 0]);
    expect((await recorded()).map(({ name }) => name)).toEqual(['document:deleted', 'document:purged']);
    await expect(purges.purgeOne(ctx, id)).rejects.toMatchObject({ code: 'document.not_found' });
  });

  it('a large trash is emptied in the background, without active documents', async () => {
    await add(1);
    await add(700, true);
    await purges.emptyTrash(ctx);
    expect(await counted()).toEqual([1, 200]);
    await app.drain();
    expect(await counted()).toEqual([1, 0]);
  });

  it('a document whose restore was undone while the trash is emptied is kept', async () => {
    await add(501, true);
    await purges.emptyTrash(ctx);
    const { rows } = await poolOf(app).query<{ id: string; deleted_at: Date }>(
      'select id, deleted_at from document where organization_id = $1',
      [ctx.organizationId],
    );
    const [{ id, deleted_at: deletedAt } = { id: '', deleted_at: new Date() }] = rows;
    await trash.restore(ctx, id);
    const mark = { deletedAt: deletedAt.toISOString(), deletedBy: null };
    const undo = app.app.get(MoveDocuments, { strict: false });
    const unitOfWork = app.app.get(UnitOfWork, { strict: false });
    expect(await unitOfWork.run((tx) => undo.backToTrash(tx, ctx, [{ documentId: id, mark }]))).toEqual([id]);
    await app.drain();
    expect(await counted()).toEqual([0, 1]);
  });

  it('records the purge of expired documents as done by the server, in the organization of each', async () => {
    const [id] = await add(1, true);
    await backdateTrash(app, [id ?? ''], 31);
    const other = await app.anArchive();
    const [foreign] = await addDocumentRows(app, other.organizationId, 1, { trashed: true });
    await backdateTrash(app, [foreign?.id ?? ''], 31);
    expect(await purges.purgeTrashedFor(30)).toBe(2);
    expect(await counted()).toEqual([0, 0]);
    expect(await recorded()).toEqual([{ name: 'document:purged', by: null, request: null }]);
  });

  it('records nothing when it purges a deleted organization', async () => {
    await add(2);
    await add(1, true);
    expect(await purges.purgeDeletedOrganization(ctx)).toBe(0);
    await poolOf(app).query(
      `update organization set deleted_at = now(), scheduled_purge_at = now() - interval '1 s' where id = $1`,
      [ctx.organizationId],
    );
    expect(await purges.purgeDeletedOrganization(ctx)).toBe(3);
    expect(await recorded()).toEqual([]);
    expect(await counters.compare()).toEqual([]);
  });
});
