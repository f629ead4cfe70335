import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { DocumentPurged, DocumentContentExtracted } from '#archive/documents';
import { Changes, EventLog, type EventDefinition } from '#ground/history';
import { createId } from '#ground/kernel';
import { OrganizationCreated } from '#people/organizations';
import { FanOutEvents, PruneDeliveries } from '#outside/webhooks';
import { untilTrue } from '../../../../test/support/until.js';
import { DeliveryQueue } from './delivery-queue.js';
import { WebhookStateRepository } from './webhook-state.repository.js';
import { openWebhooks, type TestArchive, type WebhooksFixture } from '../test/open-webhooks.js';

const URL = 'http://127.0.0.1:9/';
const EVENTS = [DocumentPurged.name, DocumentContentExtracted.name];

describe('FanOutEvents', () => {
  let webhooks: WebhooksFixture;
  let archive: TestArchive;
  let fanOut: FanOutEvents;
  const { signal } = new AbortController();

  beforeAll(async () => {
    webhooks = await openWebhooks();
    fanOut = webhooks.get(FanOutEvents);
  });
  afterAll(() => webhooks.close());
  beforeEach(async () => {
    await webhooks.rows('delete from webhook');
    await webhooks.rows(`delete from job.job where name in ('webhook.deliver', 'subscriber.webhooks')`);
    archive = await webhooks.anArchive();
  });

  const record = <Payload extends object>(event: EventDefinition<Payload>, payloads: readonly Payload[]) =>
    webhooks.get(UnitOfWork).run(async (tx) => {
      for (const payload of payloads) webhooks.get(Changes).record(tx, archive.ctx, event, payload);
      await Promise.resolve();
    });
  const aDocument = () => ({ documentId: createId('doc'), outcome: 'text' });
  const end = async () => {
    const [row] = await webhooks.rows<{ position: string }>(
      'select event_position as position from organization_log where organization_id = $1',
      [archive.organizationId],
    );
    return Number(row?.position);
  };
  const inAnotherProcess = () =>
    new FanOutEvents(
      webhooks.get(UnitOfWork),
      webhooks.get(WebhookStateRepository),
      webhooks.get(DeliveryQueue),
      webhooks.get(EventLog),
    );
  const waitingForLocks = async () =>
    (
      await webhooks.rows(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length;
  const upToEnd = async () => fanOut.upTo(archive.ctx, await end(), signal);
  const jobs = () =>
    webhooks.rows<{ id: string }>(`select data ->> 'deliveryId' as id from job.job where name = 'webhook.deliver'`);
  const subjects = async (webhookId: string) => (await webhooks.deliveries(webhookId)).map(({ subject }) => subject);

  it('adds one delivery for each event, in the order of the log, when several processes do it at once', async () => {
    const ids = [];
    for (let number = 0; number < 3; number += 1)
      ids.push(await webhooks.aWebhook(archive, { url: URL, events: EVENTS }));
    const documents = Array.from({ length: 1_300 }, aDocument);
    await record(DocumentPurged, documents);
    const position = await end();
    await Promise.all([1, 2, 3, 4].map(() => inAnotherProcess().upTo(archive.ctx, position, signal)));
    for (const id of ids) expect(await subjects(id)).toEqual(documents.map(({ documentId }) => documentId));
    await webhooks.rows('update webhook_state set position = 0');
    await upToEnd();
    for (const id of ids) expect(await subjects(id)).toHaveLength(1_300);
  });

  it('gives a job to the first delivery of each document only', async () => {
    const id = await webhooks.aWebhook(archive, { url: URL, events: EVENTS });
    const [one, other] = [aDocument(), aDocument()];
    await record(DocumentPurged, [one, other]);
    await upToEnd();
    await record(DocumentContentExtracted, [one, other]);
    await upToEnd();
    await record(DocumentPurged, [other]);
    await upToEnd();
    const deliveries = await webhooks.deliveries(id);
    expect(deliveries.map(({ subject }) => subject)).toEqual(
      [one, other, one, other, other].map(({ documentId }) => documentId),
    );
    expect((await jobs()).map((job) => job.id).sort()).toEqual(
      deliveries
        .slice(0, 2)
        .map((delivery) => delivery.id)
        .sort(),
    );
  });

  it('omits events that the webhook does not subscribe to, other organizations and disabled webhooks', async () => {
    const other = await webhooks.anArchive();
    const foreign = await webhooks.aWebhook(other, { url: URL, events: EVENTS });
    const disabled = await webhooks.aWebhook(archive, { url: URL, events: EVENTS, enabled: false });
    const wanted = await webhooks.aWebhook(archive, { url: URL, events: [DocumentContentExtracted.name] });
    const document = aDocument();
    await record(DocumentPurged, [document]);
    await record(DocumentContentExtracted, [document]);
    await upToEnd();
    const names = async (id: string) => (await webhooks.deliveries(id)).map(({ eventName }) => eventName);
    expect([await names(foreign), await names(disabled), await names(wanted)]).toEqual([
      [],
      [],
      [DocumentContentExtracted.name],
    ]);
  });

  it('an event has a job only in organizations with an enabled webhook', async () => {
    const count = async () => (await webhooks.rows(`select from job.job where name = 'subscriber.webhooks'`)).length;
    await webhooks.aWebhook(archive, { url: URL, enabled: false });
    await record(DocumentPurged, [aDocument()]);
    expect(await count()).toBe(0);
    await webhooks.aWebhook(archive, { url: URL });
    await record(DocumentPurged, [aDocument()]);
    expect(await count()).toBe(1);
  });

  it('finds webhooks that are behind the log, even when the events that they miss are gone', async () => {
    const id = await webhooks.aWebhook(archive, { url: URL, events: EVENTS });
    const document = aDocument();
    await record(DocumentPurged, [document]);
    expect(await fanOut.sweep(signal)).toBe(1);
    expect(await subjects(id)).toEqual([document.documentId]);
    await record(OrganizationCreated, [{ name: 'not for webhooks' }]);
    await webhooks.rows('delete from event where organization_id = $1', [archive.organizationId]);
    expect(await fanOut.sweep(signal)).toBe(1);
    expect(await fanOut.sweep(signal)).toBe(0);
  });

  it('adding deliveries waits for a transaction that disables the webhook, and then adds nothing', async () => {
    const id = await webhooks.aWebhook(archive, { url: URL, events: EVENTS });
    await record(DocumentPurged, [aDocument()]);
    let adding: Promise<void> | undefined;
    await webhooks.get(UnitOfWork).run(async (tx) => {
      await tx.sql.query('update webhook set enabled = false where id = $1', [id]);
      await tx.sql.query('select from webhook_state where webhook_id = $1 for no key update', [id]);
      adding = upToEnd();
      await untilTrue('a wait for a lock', async () => (await waitingForLocks()) > 0);
    });
    await adding;
    expect(await webhooks.deliveries(id)).toEqual([]);
  });

  it('adding deliveries uses one connection to wait for a lock, however many events of the organization are handled', async () => {
    const id = await webhooks.aWebhook(archive, { url: URL, events: EVENTS });
    await record(DocumentPurged, [aDocument()]);
    const position = await end();
    let adding: Promise<unknown> | undefined;
    await webhooks.get(UnitOfWork).run(async (tx) => {
      await tx.sql.query('select from webhook_state where webhook_id = $1 for no key update', [id]);
      const begun = Array.from({ length: 5 }, () => fanOut.upTo(archive.ctx, position, signal));
      adding = Promise.all(begun);
      await untilTrue('a wait for a lock', async () => (await waitingForLocks()) > 0);
      for (let more = 0; more < 20; more += 1) expect(await waitingForLocks()).toBe(1);
    });
    await adding;
    expect(await webhooks.deliveries(id)).toHaveLength(1);
  });

  it('organizations take turns, page by page', async () => {
    const mine = await webhooks.aWebhook(archive, { url: URL, events: EVENTS });
    await record(DocumentPurged, Array.from({ length: 600 }, aDocument));
    archive = await webhooks.anArchive();
    const theirs = await webhooks.aWebhook(archive, { url: URL, events: EVENTS });
    await record(DocumentPurged, Array.from({ length: 600 }, aDocument));
    const groups = await webhooks.rows(`select distinct priority from job.job where name = 'subscriber.webhooks'`);
    expect(groups).toHaveLength(2);
    expect(await fanOut.sweep(signal)).toBe(2);
    const [overlap] = await webhooks.rows(
      `select from webhook_delivery one join webhook_delivery other
         on one.webhook_id = $1 and other.webhook_id = $2
       having min(one.sequence) < max(other.sequence) and min(other.sequence) < max(one.sequence)`,
      [mine, theirs],
    );
    expect(overlap).toBeDefined();
  });

  it('the clean-up of the log of deliveries keeps pending and recent ones', async () => {
    const id = await webhooks.aWebhook(archive, { url: URL, events: EVENTS });
    await record(DocumentPurged, Array.from({ length: 2_103 }, aDocument));
    await upToEnd();
    const ids = (await webhooks.deliveries(id)).map((delivery) => delivery.id);
    await webhooks.rows(
      `update webhook_delivery set status = 'succeeded', finished_at = now() - make_interval(days => case when id = $2 then 29 else 31 end)
       where id = any($1::text[])`,
      [ids.slice(1), ids[1]],
    );
    await webhooks.rows(
      `insert into webhook_attempt (delivery_id, number, started_at, duration_ms) select unnest($1::text[]), 1, now(), 1`,
      [ids.slice(0, 3)],
    );
    expect(await webhooks.get(PruneDeliveries).execute()).toBe(2_101);
    expect((await webhooks.deliveries(id)).map((delivery) => delivery.id)).toEqual(ids.slice(0, 2));
    expect(await webhooks.rows('select from webhook_attempt')).toHaveLength(2);
  });
});
