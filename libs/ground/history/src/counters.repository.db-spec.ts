/** @own-modules */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { insertDocument, openHistory, type HistoryFixture } from '../test/open-history.js';
import { defineEvent } from './event-definition.js';

const Moved = defineEvent<{ documentId: string }>('test:moved', {
  description: 'A document was added, moved or removed.',
});

describe('Counters', () => {
  let history: HistoryFixture;
  beforeAll(async () => {
    history = await openHistory();
  });
  afterAll(() => history.close());

  const add = async (tx: Transaction, ctx: OrganizationContext, size: number): Promise<string> => {
    const documentId = await insertDocument(tx, ctx, { size });
    const counters = { activeDocuments: 1, activeBytes: size };
    history.changes.record(tx, ctx, Moved, { documentId }, { counters });
    return documentId;
  };
  const trash = async (tx: Transaction, ctx: OrganizationContext, documentId: string): Promise<void> => {
    const [row] = await tx.sql.query<{ size: number }>(
      'update document set deleted_at = now() where id = $1 returning original_size::float8 as size',
      [documentId],
    );
    const size = row?.size ?? 0;
    const counters = { activeDocuments: -1, activeBytes: -size, trashedDocuments: 1, trashedBytes: size };
    history.changes.record(tx, ctx, Moved, { documentId }, { counters });
  };
  const purge = async (tx: Transaction, ctx: OrganizationContext, documentId: string): Promise<void> => {
    const [row] = await tx.sql.query<{ size: number }>(
      'delete from document where id = $1 returning original_size::float8 as size',
      [documentId],
    );
    const counters = { trashedDocuments: -1, trashedBytes: -(row?.size ?? 0) };
    history.changes.record(tx, ctx, Moved, { documentId }, { counters });
  };
  const inOneTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) => history.unitOfWork.run(work);

  it('the counters equal what is counted after mixed changes in many transactions at once', async () => {
    const ctx = await history.anOrganization();
    const other = await history.anOrganization();
    await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const size = 3_000_000_000 + number;
        const first = await inOneTransaction((tx) => add(tx, ctx, size));
        await inOneTransaction(async (tx) => {
          await add(tx, other, number);
          await trash(tx, ctx, first);
          await add(tx, ctx, 1);
        });
        if (number % 3 === 0) await inOneTransaction((tx) => purge(tx, ctx, first));
      }),
    );
    expect(await history.counters.of(ctx)).toEqual({
      activeDocuments: 12,
      activeBytes: 12,
      trashedDocuments: 8,
      trashedBytes: 8 * 3_000_000_000 + (66 - 18),
    });
    expect(await history.counters.of(other)).toMatchObject({ activeDocuments: 12, activeBytes: 66 });
    expect(await history.counters.compare()).toEqual([]);
  });

  it('wrong counters are found and corrected, whatever they were', async () => {
    const ctx = await history.anOrganization();
    await inOneTransaction((tx) => add(tx, ctx, 100));
    await inOneTransaction((tx) => insertDocument(tx, ctx, { size: 7, trashed: true }));
    await history.rows('update organization_log set active_documents = 9 where organization_id = $1', [
      ctx.organizationId,
    ]);
    const right = { activeDocuments: 1, activeBytes: 100, trashedDocuments: 1, trashedBytes: 7 };
    expect(await history.counters.compare()).toEqual([
      {
        organizationId: ctx.organizationId,
        recorded: { activeDocuments: 9, activeBytes: 100, trashedDocuments: 0, trashedBytes: 0 },
        counted: right,
      },
    ]);
    await history.counters.mend(ctx.organizationId);
    expect(await history.counters.of(ctx)).toEqual(right);
    expect(await history.counters.compare()).toEqual([]);
  });

  it('counters that are corrected during an upload are right', async () => {
    const ctx = await history.anOrganization();
    const isWritten = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const upload = inOneTransaction(async (tx) => {
      await add(tx, ctx, 5);
      isWritten.resolve();
      await mayCommit.promise;
    });
    await isWritten.promise;
    await history.counters.mend(ctx.organizationId);
    mayCommit.resolve();
    await upload;
    expect(await history.counters.of(ctx)).toMatchObject({ activeDocuments: 1, activeBytes: 5 });
    expect(await history.counters.compare()).toEqual([]);
  });

  it('the counters are zero again when the last document is removed', async () => {
    const ctx = await history.anOrganization();
    const documentId = await inOneTransaction((tx) => add(tx, ctx, 5));
    await history.rows('delete from document where id = $1', [documentId]);
    expect(await history.counters.compare()).toHaveLength(1);
    await history.counters.mend(ctx.organizationId);
    expect(await history.counters.of(ctx)).toMatchObject({ activeDocuments: 0, activeBytes: 0 });
  });
});
