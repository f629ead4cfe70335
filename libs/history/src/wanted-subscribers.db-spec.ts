import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { OrganizationContext } from '#libs/kernel';
import { openHistory, type HistoryFixture } from '../test/open-history.js';
import { defineEvent } from './event-definition.js';
import { defineSubscriber, type EventDelivery, type WantedBy } from './subscriber-definition.js';

const Happened = defineEvent<{ what: string }>('test:happened', { description: 'Something happened.' });
const Ignored = defineEvent<{ what: string }>('test:ignored', { description: 'It has no subscriber.' });

const asked: string[][] = [];
/** Organizations of this name want the deliveries. */
const byName: WantedBy = async (tx, organizationIds) => {
  asked.push([...organizationIds]);
  const rows = await tx.sql.query<{ id: string }>(
    `select id from organization where id = any($1) and name = 'Curious'`,
    [organizationIds],
  );
  return new Set(rows.map(({ id }) => id));
};
const Curious = defineSubscriber('test.curious', Happened, { description: 'Some want it.', wantedBy: byName });

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
    asked.length = 0;
  });

  const rename = ({ organizationId }: OrganizationContext, name: string) =>
    history.rows('update organization set name = $2 where id = $1', [organizationId, name]);
  const deliveries = async (): Promise<[string, string][]> => {
    const rows = await history.rows<{ data: EventDelivery }>(
      `select data from job.job where name = $1 and data ->> 'organizationId' = any($2)`,
      [Curious.job.name, [curious.organizationId, other.organizationId]],
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

  it('has jobs for the events of these organizations only, and asks once in a transaction', async () => {
    await history.unitOfWork.run(async (tx) => {
      for (let number = 0; number < 1_200; number += 1)
        history.changes.record(tx, curious, Happened, { what: `${number}` });
      history.changes.record(tx, other, Happened, { what: 'elsewhere' });
      history.changes.record(tx, curious, Ignored, { what: 'something else' });
      await Promise.resolve();
    });
    expect(asked).toEqual([[curious.organizationId, other.organizationId]]);
    const expected = (await eventIds(curious)).map((id) => [curious.organizationId, id]);
    expect(expected).toHaveLength(1_200);
    expect((await deliveries()).sort()).toEqual(expected.sort());
  });

  it('is not asked about events that it does not follow', async () => {
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, curious, Ignored, { what: 'something else' });
      await Promise.resolve();
    });
    expect([asked, await deliveries()]).toEqual([[], []]);
  });

  it('sees what the transaction of the event has written', async () => {
    await history.unitOfWork.run(async (tx) => {
      history.changes.record(tx, other, Happened, { what: 'recorded before the organization wants it' });
      await tx.sql.query(`update organization set name = 'Curious' where id = $1`, [other.organizationId]);
    });
    expect(await deliveries()).toEqual([[other.organizationId, ...(await eventIds(other))]]);
  });
});
