/** @own-modules */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter2 } from '@nestjs/event-emitter';
import { Clock, type OrganizationContext } from '#ground/kernel';
import { openHistory, type HistoryFixture } from '../test/open-history.js';
import { ChangeListener } from './change-listener.js';
import { defineEvent } from './event-definition.js';
import { ChangesCommitted, Signals, type CommittedChanges } from './signals.js';
import { defineSubscriber, type EventDelivery } from './subscriber-definition.js';

const Happened = defineEvent<{ what: string }>('test:happened', { description: 'Something happened.' });
const Ignored = defineEvent<{ what: string }>('test:ignored', { description: 'It has no subscriber.' });

const Curious = defineSubscriber('test.curious', Happened, {
  description: 'Organizations of this name want the deliveries.',
  wantedBy: `exists (select from organization o where o.id = organization.id and o.name = 'Curious')`,
});
const Eager = defineSubscriber('test.eager', Happened, { description: 'Every organization has the deliveries.' });

describe('a subscriber that only some organizations want', () => {
  let history: HistoryFixture;
  let curious: OrganizationContext;
  let other: OrganizationContext;

  beforeAll(async () => {
    history = await openHistory();
  });
  afterAll(() => history.close());
  beforeEach(async () => {
    curious = await history.anOrganization();
    other = await history.anOrganization();
    await rename(curious, 'Curious');
  });

  const rename = ({ organizationId }: OrganizationContext, name: string) =>
    history.rows('update organization set name = $2 where id = $1', [organizationId, name]);
  const deliveries = async (subscriber = Curious): Promise<[string, string][]> => {
    const rows = await history.rows<{ data: EventDelivery }>(
      `select data from job.job where name = $1 and data ->> 'organizationId' = any($2)`,
      [subscriber.job.name, [curious.organizationId, other.organizationId]],
    );
    return rows.map(({ data }) => [data.organizationId, data.eventId]);
  };
  const eventIds = async ({ organizationId }: OrganizationContext): Promise<string[]> => {
    const rows = await history.rows<{ id: string }>(
      `select id from event where organization_id = $1 and name = 'test:happened' order by position`,
      [organizationId],
    );
    return rows.map(({ id }) => id);
  };

  it('a subscriber has jobs for the events of interested organizations only', async () => {
    await history.unitOfWork.run(async (tx) => {
      for (let number = 0; number < 1_200; number += 1)
        history.changes.record(tx, curious, Happened, { what: `${number}` });
      history.changes.record(tx, other, Happened, { what: 'elsewhere' });
      history.changes.record(tx, curious, Ignored, { what: 'something else' });
      await Promise.resolve();
    });
    const expected = (await eventIds(curious)).map((id) => [curious.organizationId, id]);
    expect(expected).toHaveLength(1_200);
    expect((await deliveries()).sort()).toEqual(expected.sort());
    expect(await deliveries(Eager)).toHaveLength(1_201);
  });

  it('a subscriber is woken only by transactions that leave it something to do', async () => {
    const emitter = new EventEmitter2();
    const listener = new ChangeListener(history.url, new Signals(emitter), new Clock());
    await listener.onModuleInit();
    const wokenBy = async (ctx: OrganizationContext, event: typeof Happened) => {
      const heard = emitter.waitFor(ChangesCommitted.name);
      await history.unitOfWork.run(async (tx) => {
        history.changes.record(tx, ctx, event, { what: 'one' });
        await Promise.resolve();
      });
      return ((await heard) as unknown as [CommittedChanges])[0].subscribers;
    };
    try {
      expect(await wokenBy(other, Happened)).toEqual(['test.eager']);
      expect(await wokenBy(curious, Happened)).toEqual(['test.curious', 'test.eager']);
      expect(await wokenBy(curious, Ignored)).toEqual([]);
    } finally {
      await listener.onModuleDestroy();
    }
  });

  it('a subscriber sees what the transaction of the event has written', async () => {
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, other, Happened, { what: 'recorded before the organization wants it' });
      await tx.sql.query(`update organization set name = 'Curious' where id = $1`, [other.organizationId]);
    });
    expect(await deliveries()).toEqual([[other.organizationId, ...(await eventIds(other))]]);
  });
});
