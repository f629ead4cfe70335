import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TrashedDocumentRepository } from '#archive/documents';
import { PurgeService, TrashService } from '#archive/trash';
import { UnitOfWork } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { LegalHoldRepository } from '#people/holds';
import { DeleteOrganization, OrganizationRepository } from '#people/organizations';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, backdateTrash, poolOf } from '../../../../test/support/rows.js';
import { untilTrue } from '../../../../test/support/until.js';
import { LegalHolds } from './legal-holds.js';

describe('legal holds', () => {
  let app: TestApp;
  let holds: LegalHolds;
  let purges: PurgeService;
  let unitOfWork: UnitOfWork;
  let ctx: OrganizationContext;

  beforeAll(async () => {
    app = await startApp();
    holds = app.app.get(LegalHolds, { strict: false });
    purges = app.app.get(PurgeService, { strict: false });
    unitOfWork = app.app.get(UnitOfWork, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const { organizationId, userId } = await app.anArchive();
    const actor = { via: 'session', userId, sessionId: 'auth_ses_1', isAdmin: false } as const;
    ctx = { organizationId, actor, role: 'owner', requestId: 'req_1' };
  });

  const add = async (count: number, trashed = true): Promise<string[]> =>
    (await addDocumentRows(app, ctx.organizationId, count, { trashed })).map(({ id }) => id);
  const aDocument = async (trashed = true): Promise<string> => (await add(1, trashed))[0] ?? '';
  const left = async (): Promise<string[]> => {
    const { rows } = await poolOf(app).query<{ id: string }>(
      'select id from document where organization_id = $1 order by id',
      [ctx.organizationId],
    );
    return rows.map(({ id }) => id);
  };
  /** Waits until another transaction waits for a lock of this one. */
  const untilBlocked = () =>
    untilTrue('a transaction that waits', async () => {
      const { rows } = await poolOf(app).query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and cardinality(pg_blocking_pids(pid)) > 0`,
      );
      return (rows[0]?.count ?? 0) > 0;
    });

  it('a held document is refused by the purge of one, and left by every other purge', async () => {
    const [held = '', free = ''] = await add(2);
    const { id: legalHoldId } = await holds.set(ctx, held, 'lawsuit 7');
    const refused = purges.purgeOne(ctx, held);
    await expect(refused).rejects.toMatchObject({ code: 'document.on_hold', facts: { documentId: held, legalHoldId } });
    expect(await purges.purgeMany(ctx, [held, free])).toEqual({ purgedIds: [free], heldCount: 1 });
    expect(await purges.emptyTrash(ctx)).toBe(1);
    await backdateTrash(app, [held], 400);
    expect(await purges.purgeTrashedFor(30)).toBe(0);
    expect(await left()).toEqual([held]);
    await holds.release(ctx, held, 'settled');
    await purges.purgeOne(ctx, held);
    expect(await left()).toEqual([]);
  });

  it('a hold on the organization keeps all of its documents, and none of another one', async () => {
    const ids = (await add(2)).sort();
    const other = await app.anArchive();
    const [foreign] = await addDocumentRows(app, other.organizationId, 1, { trashed: true });
    await holds.set(ctx, null, 'lawsuit');
    await backdateTrash(app, [...ids, foreign?.id ?? ''], 400);
    expect(await purges.emptyTrash(ctx)).toBe(2);
    expect(await purges.purgeTrashedFor(30)).toBe(1);
    expect(await left()).toEqual(ids);
  });

  it('an organization with a hold, also on one document, cannot be deleted', async () => {
    const remove = app.app.get(DeleteOrganization, { strict: false });
    const documentId = await aDocument(false);
    await holds.set(ctx, documentId, 'lawsuit');
    await expect(remove.execute(ctx)).rejects.toMatchObject({ code: 'organization.on_hold', facts: { documentId } });
    await holds.release(ctx, documentId, 'settled');
    await holds.set(ctx, null, 'lawsuit');
    await expect(remove.execute(ctx)).rejects.toMatchObject({ code: 'organization.on_hold' });
    await holds.release(ctx, null, 'settled');
    await remove.execute(ctx);
    await expect(holds.set(ctx, documentId, 'late')).rejects.toMatchObject({ code: 'user.not_in_organization' });
  });

  it('the purge of a deleted organization leaves what is held, however it came to be deleted', async () => {
    const [held = ''] = await add(2, false);
    await holds.set(ctx, held, 'lawsuit');
    await poolOf(app).query(
      `update organization set deleted_at = now(), scheduled_purge_at = now() - interval '1 s' where id = $1`,
      [ctx.organizationId],
    );
    expect(await purges.purgeDeletedOrganization(ctx)).toBe(1);
    expect(await left()).toEqual([held]);
    const organizations = app.app.get(OrganizationRepository, { strict: false });
    expect(await organizations.findPurgeDue()).not.toContain(ctx.organizationId);
    expect(await unitOfWork.run((tx) => organizations.lockPurgeDue(tx, ctx))).toBe(false);
  });

  it('PostgreSQL refuses to remove what is held, whatever the statement', async () => {
    const held = await aDocument();
    await holds.set(ctx, held, 'lawsuit');
    await expect(poolOf(app).query('delete from document where id = $1', [held])).rejects.toThrow('legal_hold');
    const remove = poolOf(app).query('delete from organization where id = $1', [ctx.organizationId]);
    await expect(remove).rejects.toThrow('legal_hold');
  });

  it('a purge that began first is ended first, and the hold finds no document', async () => {
    const documentId = await aDocument();
    const trashed = app.app.get(TrashedDocumentRepository, { strict: false });
    let setting: Promise<unknown> | undefined;
    await unitOfWork.run(async (tx) => {
      expect(await trashed.purgeOne(tx, ctx, documentId)).toHaveLength(1);
      setting = holds.set(ctx, documentId, 'too late').catch((error: unknown) => error);
      await untilBlocked();
    });
    expect(await setting).toMatchObject({ code: 'document.not_found' });
    expect(await left()).toEqual([]);
  });

  it.each([
    ['a document', (id: string) => id],
    ['the organization', () => null],
  ])('a hold on %s that began first keeps the document from a purge at the same time', async (_, subjectOf) => {
    const documentId = await aDocument();
    const repository = app.app.get(LegalHoldRepository, { strict: false });
    let purge: Promise<unknown> | undefined;
    await unitOfWork.run(async (tx) => {
      await repository.lock(tx, ctx);
      await repository.set(tx, ctx, { documentId: subjectOf(documentId), reason: 'lawsuit', setBy: null });
      purge = purges.purgeOne(ctx, documentId).catch((error: unknown) => error);
      await untilBlocked();
    });
    expect(await purge).toMatchObject({ code: 'document.on_hold' });
    expect(await left()).toEqual([documentId]);
  });

  it('a held document is moved to the trash and restored as any other', async () => {
    const trash = app.app.get(TrashService, { strict: false });
    const documentId = await aDocument(false);
    await holds.set(ctx, documentId, 'lawsuit');
    await trash.trash(ctx, documentId);
    await trash.restore(ctx, documentId);
    expect(await left()).toEqual([documentId]);
  });
});
