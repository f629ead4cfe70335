import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { FanOutEvents } from '#outside/webhooks';
import { openWebhooks, type TestArchive, type WebhooksFixture } from '../../test/open-webhooks.js';
import { openReceiver, type TestReceiver } from '../../test/test-receiver.js';
import { untilTrue } from '../../../../../test/support/until.js';

const events = ['document:created'];

describe('an attempt of a delivery', () => {
  let webhooks: WebhooksFixture;
  let archive: TestArchive;
  let receiver: TestReceiver;

  beforeAll(async () => {
    webhooks = await openWebhooks({ WEBHOOK_TIMEOUT_MS: '3000', HTTP_CLIENT_CONNECTIONS_PER_HOST: '1' });
  });
  afterAll(() => webhooks.close());
  beforeEach(async () => {
    [archive, receiver] = await Promise.all([webhooks.anArchive(), openReceiver()]);
  });
  afterEach(() => receiver.close());

  const upload = (name: string) =>
    archive.api.upload(archive.organizationId, { name, content: `content of ${name}`, type: 'text/plain' });
  const drain = () => webhooks.app.drain();

  it('a slow response does not delay a delivery of another webhook at the same host', async () => {
    const slow = await webhooks.aWebhook(archive, { url: `${receiver.url}/slow`, events });
    await webhooks.aWebhook(archive, { url: `${receiver.url}/fast`, events });
    const slowDeliveries: ReturnType<WebhooksFixture['deliveries']>[] = [];
    receiver.respond = ({ path }, response) => {
      if (path === '/slow') return;
      slowDeliveries.push(webhooks.deliveries(slow));
      response.writeHead(204).end();
    };
    await upload('one.txt');
    await drain();
    expect(await Promise.all(slowDeliveries)).toMatchObject([[{ attempts: 0 }]]); // its request was still under way
  });

  it('attempts that end while their webhook is locked leave database connections for others', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 12; number += 1)
      ids.push(await webhooks.aWebhook(archive, { url: receiver.url, events }));
    await upload('many.txt');
    const [log] = await webhooks.rows<{ position: number }>(
      'select event_position::int as position from organization_log where organization_id = $1',
      [archive.organizationId],
    );
    await webhooks.get(FanOutEvents).upTo(archive.ctx, log?.position ?? 0, new AbortController().signal);
    const waiting = async () =>
      (
        await webhooks.rows(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length;
    let drained: Promise<void> | undefined;
    await webhooks.get(UnitOfWork).run(async (tx) => {
      await tx.sql.query(
        'select from webhook_state where webhook_id = any($1::text[]) order by webhook_id for no key update',
        [ids],
      );
      drained = drain();
      await untilTrue('twelve requests', () => receiver.requests.length === 12);
      await untilTrue('a wait for a lock', async () => (await waiting()) > 0);
      for (let more = 0; more < 20; more += 1) expect(await waiting()).toBe(1); // of the twelve of the pool
    });
    await drained;
    for (const id of ids) expect(await webhooks.deliveries(id)).toMatchObject([{ status: 'succeeded' }]);
  });
});
