/** @own-modules */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createId, systemContext, type OrganizationContext, type UserActor } from '#ground/kernel';
import { insertDocument, openHistory, type HistoryFixture } from '../test/open-history.js';
import { untilTrue } from '../../../../test/support/until.js';
import { DocumentActivity } from './document-activity.repository.js';
import { defineEvent } from './event-definition.js';

const Happened = defineEvent<{ what: string }>('test:happened', { description: 'Something happened.' });
const Tagged = defineEvent<{ documentId: string; tagId: string }>('test:tagged', {
  description: 'A tag was added.',
  activity: 'tagged',
});
const Edited = defineEvent<{ documentId: string; updatedFields: string[] }>('test:edited', {
  description: 'A document was edited.',
  activity: 'updated',
});

interface EventRow {
  position: string;
  name: string;
  payload: object;
  actor_kind: string;
  actor_user_id: string | null;
  actor_api_key_id: string | null;
  actor_reason: string | null;
  request_id: string | null;
}

describe('Changes', () => {
  let history: HistoryFixture;
  let ctx: OrganizationContext;

  beforeAll(async () => {
    history = await openHistory();
  });
  afterAll(() => history.close());

  const eventsOf = ({ organizationId }: OrganizationContext) =>
    history.rows<EventRow>('select * from event where organization_id = $1 order by position', [organizationId]);
  const facts = (rows: EventRow[]) => rows.map(({ position, payload }) => [Number(position), payload]);

  it('writes nothing of a transaction that is rolled back', async () => {
    ctx = await history.anOrganization();
    const work = history.unitOfWork.run(async (tx) => {
      const documentId = await insertDocument(tx, ctx, { size: 5 });
      history.changes.record(tx, ctx, Edited, { documentId, updatedFields: ['name'] });
      history.changes.record(tx, ctx, Happened, { what: 'never' }, { counters: { activeDocuments: 1 } });
      tx.beforeCommit(() => Promise.reject(new Error('rolled back at the very end')));
    });
    await expect(work).rejects.toThrow('rolled back at the very end');
    expect(await eventsOf(ctx)).toEqual([]);
    expect(await history.rows('select from document_activity')).toEqual([]);
    expect(await history.counters.of(ctx)).toMatchObject({ activeDocuments: 0 });
  });

  it('undoes an attempt that throws, with what it recorded, and commits the rest of the transaction', async () => {
    ctx = await history.anOrganization();
    await history.unitOfWork.run(async (tx) => {
      const documentId = await insertDocument(tx, ctx, { size: 5 });
      const attempt = history.changes.attempt(tx, async () => {
        await tx.sql.query(`update document set name = 'attempted' where id = $1`, [documentId]);
        history.changes.record(tx, ctx, Edited, { documentId, updatedFields: ['name'] });
        tx.beforeCommit(() => Promise.reject(new Error('a step of the attempt')));
        throw new Error('changed my mind');
      });
      await expect(attempt).rejects.toThrow('changed my mind');
      history.changes.record(tx, ctx, Happened, { what: 'after the attempt' });
      expect(await history.changes.attempt(tx, () => tx.sql.query('select 1 as one'))).toEqual([{ one: 1 }]);
    });
    expect(facts(await eventsOf(ctx))).toEqual([[1, { what: 'after the attempt' }]]);
    expect(
      await history.rows('select from document where organization_id = $1 and name = $2', [
        ctx.organizationId,
        'attempted',
      ]),
    ).toEqual([]);
    expect(await history.rows('select from document_activity')).toEqual([]);
  });

  it('numbers events by commit, so that a reader of a position has seen all events before it', async () => {
    ctx = await history.anOrganization();
    const other = await history.anOrganization();
    const early = Promise.withResolvers<void>();
    const slow = history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'recorded first, committed last' });
      await early.promise;
    });
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'committed first' });
      history.changes.record(tx, other, Happened, { what: 'in another organization' });
      history.changes.record(tx, ctx, Happened, { what: 'in the same transaction' });
      await Promise.resolve();
    });
    expect(facts(await eventsOf(ctx))).toHaveLength(2);
    early.resolve();
    await slow;
    expect(facts(await eventsOf(ctx))).toEqual([
      [1, { what: 'committed first' }],
      [2, { what: 'in the same transaction' }],
      [3, { what: 'recorded first, committed last' }],
    ]);
    expect(facts(await eventsOf(other))).toEqual([[1, { what: 'in another organization' }]]);
  });

  it('makes a transaction wait for the position of another one that has not committed yet', async () => {
    ctx = await history.anOrganization();
    const holdsTheLog = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const first = history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'first' });
      await history.events.lockLog(tx, ctx);
      holdsTheLog.resolve();
      await mayCommit.promise;
    });
    await holdsTheLog.promise;
    const second = history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'second' });
      await Promise.resolve();
    });
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await untilTrue('a wait for a lock', async () => (await history.rows(waiting)).length > 0);
    mayCommit.resolve();
    await Promise.all([first, second]);
    expect(facts(await eventsOf(ctx))).toEqual([
      [1, { what: 'first' }],
      [2, { what: 'second' }],
    ]);
  });

  it('keeps who caused an event, and by which request', async () => {
    const { organizationId } = await history.anOrganization();
    const key: UserActor = {
      via: 'api-key',
      userId: 'usr_1',
      apiKeyId: 'ak_1',
      permissions: [],
      organizationIds: undefined,
    };
    const session: UserActor = { via: 'session', userId: 'usr_2', sessionId: 'auth_ses_1', isAdmin: false };
    ctx = { organizationId, actor: key, role: 'member', requestId: 'req_1' };
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'by key' });
      history.changes.record(tx, { ...ctx, actor: session, requestId: 'req_2' }, Happened, { what: 'by session' });
      history.changes.record(tx, systemContext(organizationId, 'retention'), Happened, { what: 'by the server' });
      await Promise.resolve();
    });
    const columns = (await eventsOf(ctx)).map((row) => [
      row.actor_kind,
      row.actor_user_id,
      row.actor_api_key_id,
      row.actor_reason,
      row.request_id,
    ]);
    expect(columns).toEqual([
      ['api-key', 'usr_1', 'ak_1', null, 'req_1'],
      ['session', 'usr_2', null, null, 'req_2'],
      ['system', null, null, 'retention', null],
    ]);
  });

  it('adds the activity that a definition asks for, in the order of the recording', async () => {
    ctx = await history.anOrganization();
    const tagId = createId('tag');
    const documentId = await history.unitOfWork.run(async (tx) => {
      await tx.sql.query(
        `insert into tag (id, created_at, updated_at, organization_id, name, normalized_name, color)
         values ($1, now(), now(), $2, 'x', 'x', '#000000')`,
        [tagId, ctx.organizationId],
      );
      const id = await insertDocument(tx, ctx, { size: 1 });
      history.changes.record(tx, ctx, Edited, { documentId: id, updatedFields: ['content'] });
      history.changes.record(tx, ctx, Tagged, { documentId: id, tagId });
      history.changes.record(tx, ctx, Happened, { what: 'without activity' });
      return id;
    });
    const activity = new DocumentActivity(history.unitOfWork);
    const page = { pageIndex: 0, pageSize: 10 };
    expect(await activity.list(ctx, documentId, page)).toMatchObject([
      { event: 'tagged', tagId, eventData: null, userId: null },
      { event: 'updated', tagId: null, eventData: { updatedFields: ['content'] } },
    ]);
    expect(await activity.count(ctx, documentId)).toBe(2);
    const outsider = await history.anOrganization();
    expect(await activity.list(outsider, documentId, page)).toEqual([]);
    expect(await activity.count(outsider, documentId)).toBe(0);
  });

  it('writes the changes of a large batch with statements of a limited size, in their order', async () => {
    ctx = await history.anOrganization();
    const longestStatement = (count: number) =>
      history.unitOfWork.run(async (tx) => {
        const lengths: number[] = [];
        const query = tx.sql.query.bind(tx.sql);
        tx.sql.query = (text, values) => {
          lengths.push(JSON.stringify(values).length);
          return query(text, values);
        };
        const commitWith = tx.commitWith.bind(tx);
        tx.commitWith = (statement, failure) => {
          lengths.push(JSON.stringify(statement.values).length);
          commitWith(statement, failure);
        };
        const documentId = await insertDocument(tx, ctx, { size: 1 });
        for (let number = 1; number <= count; number += 1) {
          const effect = number === count && { onDeletedOrganization: () => new Error('it is deleted') };
          const counters = { activeDocuments: 1 };
          history.changes.record(
            tx,
            ctx,
            Edited,
            { documentId, updatedFields: [`${number}`] },
            { counters, ...effect },
          );
        }
        tx.beforeCommit(() => Promise.resolve(void lengths.sort((a, b) => b - a)));
        return lengths;
      });
    const [ofOneThousand = 0] = await longestStatement(1_000);
    const [ofMore = 0] = await longestStatement(2_500);
    expect(ofMore / ofOneThousand).toBeLessThan(1.1);
    const events = await eventsOf(ctx);
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);
    expect(events.map(({ payload }) => (payload as { updatedFields: string[] }).updatedFields[0])).toEqual([
      ...numbers(1_000),
      ...numbers(2_500),
    ]);
    expect(events.map(({ position }) => Number(position))).toEqual(numbers(3_500).map(Number));
    expect(await history.counters.of(ctx)).toMatchObject({ activeDocuments: 3_500 });
  });

  it('fails when the log of the organization was never opened, instead of dropping the event', async () => {
    const lost = systemContext(createId('org'), 'command');
    const work = history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, lost, Happened, { what: 'nowhere' });
      await Promise.resolve();
    });
    await expect(work).rejects.toThrow(/has no row in organization_log: call Changes\.open/);
  });

  describe('of a change that an organization must not get after its deletion', () => {
    const change = (what: string) =>
      history.unitOfWork.run(async (tx) => {
        history.changes.record(
          tx,
          ctx,
          Happened,
          { what },
          { onDeletedOrganization: () => new Error('it is deleted') },
        );
        await Promise.resolve();
      });
    const DELETE = 'update organization set deleted_at = now() where id = $1';

    it('a change is recorded while the organization is not deleted', async () => {
      ctx = await history.anOrganization();
      await change('in time');
      expect(facts(await eventsOf(ctx))).toEqual([[1, { what: 'in time' }]]);
    });

    it('a change fails with the given error after the deletion of the organization', async () => {
      ctx = await history.anOrganization();
      await history.rows(DELETE, [ctx.organizationId]);
      await expect(change('too late')).rejects.toThrow('it is deleted');
      expect(await eventsOf(ctx)).toEqual([]);
    });

    it('recording a change waits for a deletion in progress, and fails when that is committed', async () => {
      ctx = await history.anOrganization();
      const isDeleting = Promise.withResolvers<void>();
      const mayCommit = Promise.withResolvers<void>();
      const deletion = history.unitOfWork.run(async (tx) => {
        await tx.sql.query(DELETE, [ctx.organizationId]);
        isDeleting.resolve();
        await mayCommit.promise;
        history.changes.record(tx, ctx, Happened, { what: 'deleted' });
      });
      await isDeleting.promise;
      const late = expect(change('too late')).rejects.toThrow('it is deleted');
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await untilTrue('a wait for a lock', async () => (await history.rows(waiting)).length > 0);
      mayCommit.resolve();
      await Promise.all([deletion, late]);
      expect(facts(await eventsOf(ctx))).toEqual([[1, { what: 'deleted' }]]);
    });
  });

  it('recording a change does not wait for a transaction that holds the organization itself', async () => {
    ctx = await history.anOrganization();
    const isHeld = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const holder = history.unitOfWork.run(async (tx) => {
      await tx.sql.query('select from organization where id = $1 for update', [ctx.organizationId]);
      isHeld.resolve();
      await mayEnd.promise;
      history.changes.record(tx, ctx, Happened, { what: 'by the one who held the organization' });
    });
    await isHeld.promise;
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, ctx, Happened, { what: 'meanwhile' });
      await Promise.resolve();
    });
    mayEnd.resolve();
    await holder;
    expect(facts(await eventsOf(ctx)).map(([position]) => position)).toEqual([1, 2]);
  });
});
