import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { definePlugin, type MailMessage } from '@archivolt/plugin-kit';
import { Webhook } from 'standardwebhooks';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { poolOf } from '../support/rows.js';
import { behaviours, isSignedWith, WebhookReceiver, type Behaviour } from '../support/webhook-receiver.js';
import { until } from './server-process.js';
import { LOCAL_RECEIVERS, pauseAfter, SECRET, sendOnce, WebhookOwner } from './webhook-owner.js';

/** Reached only on a machine that is busy with other work. */
const WITHIN_MS = 45_000;
const PAUSES = [5, 30, 120, 600, 1800, 3600, 7200, 14_400, 28_800, 28_800, 43_200];
const ALL_KINDS = ['document:created', 'document:updated', 'document:deleted'];

const mails: MailMessage[] = [];
const transport = definePlugin({
  id: 'mail-transport-memory',
  contract: 2,
  provides: { 'mail-transport': { create: () => ({ send: async (message) => void mails.push(message) }) } },
});

describe('a webhook delivery', () => {
  let app: TestApp;
  const receivers: WebhookReceiver[] = [];

  const receive = async (behaviour?: Behaviour): Promise<WebhookReceiver> => {
    const receiver = await WebhookReceiver.start(behaviour);
    receivers.push(receiver);
    return receiver;
  };

  beforeAll(async () => {
    app = await startApp(
      { ...LOCAL_RECEIVERS, EMAILS_FROM_ADDRESS: 'archive@example.com' },
      { plugins: [loaded(transport)], choices: { mailTransport: 'mail-transport-memory' } },
    );
  });
  afterAll(() => app.close());
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
  });

  it('a delivery is attempted twelve times over a day and a half under the same id, and then has failed', async () => {
    const receiver = await receive(behaviours.fails);
    const { owner, webhookId, delivery } = await sendOnce(app, receiver.url);
    for (const [index, pause] of PAUSES.entries()) {
      const [now] = await owner.deliveries(webhookId);
      const attempts = await owner.attempts(webhookId, delivery.id);
      expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, at) => at + 1));
      expect(attempts).toHaveLength(index + 1);
      const waits = pauseAfter(attempts.at(-1)!, now!);
      expect(waits).toBeGreaterThan(pause * 0.89);
      expect(waits).toBeLessThan(pause * 1.11 + 30);
      await owner.pass(waits + 1);
    }
    expect(await owner.deliveries(webhookId)).toMatchObject([
      { status: 'failed', nextAttemptAt: null, finishedAt: expect.any(String), lastResponseStatus: 500 },
    ]);
    expect(receiver.requests).toHaveLength(PAUSES.length + 1);
    expect(new Set(receiver.requests.map(({ id }) => id))).toEqual(new Set([delivery.messageId]));
    expect(new Set(receiver.requests.map(({ text }) => text)).size).toBe(1);
    await owner.pass(100_000);
    expect(receiver.requests).toHaveLength(PAUSES.length + 1);
  });

  it('a delivery has a timestamp that verifiers accept when it is attempted a day after its event', async () => {
    const receiver = await receive(behaviours.fails);
    const { owner, webhookId } = await sendOnce(app, receiver.url);
    await poolOf(app).query(
      `update webhook_delivery set occurred_at = occurred_at - interval '1 day' where webhook_id = $1`,
      [webhookId],
    );
    await owner.pass(10);
    const late = receiver.requests.at(-1)!;
    expect(receiver.requests).toHaveLength(2);
    const library = new Webhook(Buffer.from(SECRET).toString('base64'));
    expect(library.verify(late.text, late.headers as Record<string, string>)).toMatchObject({
      timestamp: expect.any(String),
    });
    expect(Date.now() - Date.parse(late.body.timestamp)).toBeGreaterThan(80_000_000);
  });

  describe('keeps the order of a document', () => {
    const failsFirst = (documentIds: () => readonly string[]): Behaviour => {
      const failed = new Set<string>();
      return (request, response) => {
        const { documentId = '' } = request.body.data;
        const isFirst = documentIds().includes(documentId) && !failed.has(documentId);
        failed.add(documentId);
        response.writeHead(isFirst ? 500 : 200).end();
      };
    };

    it('deliveries keep the order of a document while its first event is retried, and other documents do not wait', async () => {
      let first = '';
      const receiver = await receive(failsFirst(() => [first]));
      const owner = await WebhookOwner.of(app);
      const webhookId = await owner.addWebhook(receiver.url, ALL_KINDS);
      first = await owner.upload('first.bin');
      const second = await owner.upload('second.bin');
      for (const id of [first, second]) for (const name of ['a', 'b']) await owner.rename(id, name);
      await owner.api.delete(`${owner.path}/documents/${first}`);
      await app.drain();
      expect(typesOf(receiver, first)).toEqual(['document:created']);
      expect(typesOf(receiver, second)).toEqual(['document:created', 'document:updated', 'document:updated']);
      expect((await owner.deliveries(webhookId)).filter(({ status }) => status === 'pending')).toHaveLength(4);

      await owner.pass(6);
      expect(typesOf(receiver, first)).toEqual([
        'document:created',
        ...['document:created', 'document:updated', 'document:updated', 'document:deleted'],
      ]);
      expect(receiver.of(first).map(({ body }) => body.data['name'])).toEqual([
        ...['first.bin', 'first.bin'],
        ...['a', 'b', undefined],
      ]);
      expect(typesOf(receiver, second)).toHaveLength(3);
      expect((await owner.deliveries(webhookId)).every(({ status }) => status === 'succeeded')).toBe(true);
    });

    it('deliveries keep the order for each webhook: a second endpoint does not wait for the first', async () => {
      const [bad, good] = [await receive(behaviours.fails), await receive()];
      const owner = await WebhookOwner.of(app);
      await owner.addWebhook(bad.url, ALL_KINDS);
      await owner.addWebhook(good.url, ALL_KINDS);
      const documentId = await owner.upload();
      await owner.rename(documentId, 'renamed');
      await app.drain();
      expect(typesOf(good, documentId)).toEqual(['document:created', 'document:updated']);
      expect(typesOf(bad, documentId)).toEqual(['document:created']);
    });

    it('deliveries keep the order of a document after its earlier event has failed permanently', async () => {
      const receiver = await receive(behaviours.fails);
      const owner = await WebhookOwner.of(app);
      await owner.addWebhook(receiver.url, ALL_KINDS);
      const documentId = await owner.upload();
      await owner.rename(documentId, 'renamed');
      await app.drain();
      for (const pause of PAUSES) await owner.pass(pause * 2);
      receiver.behaviour = behaviours.good;
      await owner.pass(10);
      expect(new Set(typesOf(receiver, documentId)).size).toBe(2);
      expect(typesOf(receiver, documentId).at(-1)).toBe('document:updated');
    });
  });

  it('a delivery is made only for the organization of the event and the subscribed events', async () => {
    const receiver = await receive();
    const [owner, other] = [await WebhookOwner.of(app), await WebhookOwner.of(app)];
    await owner.addWebhook(receiver.url, ['document:updated']);
    await owner.rename(await owner.upload(), 'renamed');
    await other.rename(await other.upload(), 'of another organization');
    await app.drain();
    expect(receiver.requests.map(({ body }) => [body.type, body.data['name']])).toEqual([
      ['document:updated', 'renamed'],
    ]);
  });

  it('a delivery is cancelled when its webhook is disabled or deleted, and leaves no job behind', async () => {
    const receiver = await receive(behaviours.fails);
    const owner = await WebhookOwner.of(app);
    const [disabled, deleted] = [await owner.addWebhook(receiver.url), await owner.addWebhook(receiver.url)];
    await owner.upload();
    await app.drain();
    expect(receiver.requests).toHaveLength(2);
    expect((await owner.api.put(`${owner.path}/webhooks/${disabled}`, { enabled: false })).status).toBe(200);
    expect((await owner.api.delete(`${owner.path}/webhooks/${deleted}`)).status).toBe(204);
    await owner.upload();
    await owner.pass(100_000);
    expect(receiver.requests).toHaveLength(2);
    expect(await owner.deliveries(disabled)).toMatchObject([{ status: 'cancelled', nextAttemptAt: null }]);
    const { rows } = await poolOf(app).query(
      `select state from job.job where name = 'webhook.deliver' and data ->> 'organizationId' = $1
         and state in ('created', 'retry', 'active')`,
      [owner.organizationId],
    );
    expect(rows).toEqual([]);
  });

  describe('asked for by a user', () => {
    it('a test delivery is sent once, even when the webhook is disabled', async () => {
      const receiver = await receive(behaviours.fails);
      const owner = await WebhookOwner.of(app);
      const webhookId = await owner.addWebhook(receiver.url);
      await owner.api.put(`${owner.path}/webhooks/${webhookId}`, { enabled: false });
      const { status } = await owner.api.post(`${owner.path}/webhooks/${webhookId}/ping`);
      expect(status).toBe(202);
      await owner.pass(100_000);
      expect(receiver.requests.map(({ body }) => body)).toEqual([
        {
          data: { webhookId, organizationId: owner.organizationId },
          type: 'webhook:ping',
          timestamp: expect.any(String),
        },
      ]);
      expect(await owner.delivery(webhookId)).toMatchObject({ event: 'webhook:ping', status: 'failed', eventId: null });
    });

    it('a replay has the id and the body of the first delivery', async () => {
      const receiver = await receive();
      const { owner, webhookId, delivery } = await sendOnce(app, receiver.url);
      const path = `${owner.path}/webhooks/${webhookId}/deliveries/${delivery.id}/replay`;
      expect((await owner.api.post(path)).status).toBe(202);
      await app.drain();
      expect(receiver.requests).toHaveLength(2);
      const [first, second] = receiver.requests;
      expect([second?.id, second?.text]).toEqual([first?.id, first?.text]);
      expect(await owner.deliveries(webhookId)).toMatchObject([
        { id: delivery.id, replayOf: null, status: 'succeeded' },
        { replayOf: delivery.id, messageId: delivery.messageId, status: 'succeeded' },
      ]);
    });

    it('a replay of everything since a time sends each event once, in the order of each document', async () => {
      const receiver = await receive();
      const owner = await WebhookOwner.of(app);
      const webhookId = await owner.addWebhook(receiver.url, ALL_KINDS);
      await owner.upload('earlier.bin');
      await app.drain();
      await poolOf(app).query(
        `update event set created_at = created_at - interval '1 hour' where organization_id = $1`,
        [owner.organizationId],
      );
      const documentIds = [await owner.upload(), await owner.upload()];
      for (const id of documentIds) for (const name of ['a', 'b', 'c']) await owner.rename(id, name);
      await app.drain();
      const before = receiver.requests.splice(0);
      const since = new Date(Date.now() - 1_800_000).toISOString();
      const { status, body } = await owner.api.post<{ taskId: string }>(`${owner.path}/webhooks/${webhookId}/replay`, {
        since,
      });
      expect(status).toBe(202);
      await app.drain();
      const { body: found } = await owner.api.get<{ task: { status: string } }>(`${owner.path}/tasks/${body.taskId}`);
      expect(found.task.status).toBe('completed');
      for (const id of documentIds) {
        const first = before.filter(({ body }) => body.data.documentId === id);
        expect(receiver.of(id).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
        expect(receiver.of(id).map((request) => request.id)).toEqual(first.map((request) => request.id));
      }
      expect(receiver.requests).toHaveLength(8);
    });
  });

  it('a delivery has one signature of the old secret during a rotation, and the new one in a second header', async () => {
    const receiver = await receive();
    const owner = await WebhookOwner.of(app);
    const webhookId = await owner.addWebhook(receiver.url);
    const rotation = `${owner.path}/webhooks/${webhookId}/secret-rotation`;
    const next = 'the new secret';
    const send = async () => {
      await owner.upload();
      await app.drain();
      return receiver.requests.at(-1)!;
    };
    expect((await owner.api.post(rotation, { secret: next })).status).toBeLessThan(300);
    const during = await send();
    expect(isSignedWith(SECRET, during)).toBe(true);
    expect(isSignedWith(next, during, 'webhook-signature-next')).toBe(true);
    expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect((await owner.api.post(`${rotation}/finish`)).status).toBeLessThan(300);
    const after = await send();
    expect(isSignedWith(next, after)).toBe(true);
    expect(after.headers['webhook-signature-next']).toBeUndefined();
  });

  describe('that fails for days', () => {
    it('a webhook that fails for days is disabled with a mail and an event, and gets only new events when enabled again', async () => {
      const receiver = await receive(behaviours.fails);
      const { owner, webhookId } = await sendOnce(app, receiver.url);
      await owner.upload('waits.bin');
      await app.drain();
      mails.length = 0;
      await owner.pass(6);
      expect(await owner.webhook(webhookId)).toMatchObject({ enabled: true, failingSince: expect.any(String) });
      await poolOf(app).query(
        `update webhook_state set failing_since = failing_since - interval '73 hours',
           last_triggered_at = last_triggered_at - interval '73 hours' where webhook_id = $1`,
        [webhookId],
      );
      for (const pause of [40, 150]) await owner.pass(pause);
      expect(await owner.webhook(webhookId)).toMatchObject({ enabled: true });
      await owner.pass(700);
      const disabled = await owner.webhook(webhookId);
      expect(disabled).toMatchObject({ enabled: false, disabledAt: expect.any(String) });
      expect(disabled.disabledReason).toEqual(expect.any(String));
      expect((await owner.deliveries(webhookId)).filter(({ status }) => status === 'pending')).toEqual([]);
      const { rows: events } = await poolOf(app).query<{ payload: object }>(
        `select payload from event where organization_id = $1 and name = 'webhook:disabled'`,
        [owner.organizationId],
      );
      expect(events).toMatchObject([{ payload: { webhookId } }]);
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('Receiver');
      expect(JSON.stringify(mails)).not.toContain(SECRET);

      receiver.requests.length = 0;
      receiver.behaviour = behaviours.good;
      await owner.upload('while disabled.bin');
      await owner.pass(100_000);
      expect(receiver.requests).toEqual([]);
      await owner.api.put(`${owner.path}/webhooks/${webhookId}`, { enabled: true });
      await owner.upload('enabled again.bin');
      await app.drain();
      expect(receiver.requests.map(({ body }) => body.data['name'])).toEqual(['enabled again.bin']);
      expect(await owner.webhook(webhookId)).toMatchObject({ enabled: true, disabledAt: null, failingSince: null });
    });
  });
});

describe('endpoints that hold their requests for a minute', () => {
  let app: TestApp;
  const receivers: WebhookReceiver[] = [];

  beforeAll(async () => {
    app = await startApp({ ...LOCAL_RECEIVERS, WEBHOOK_TIMEOUT_MS: '60000' }, { pollsForWork: true });
  });
  afterAll(async () => {
    for (const receiver of receivers) await receiver.close();
    await app.close();
  });

  it('slow endpoints delay neither another endpoint of their organization nor one of another organization', async () => {
    const [owner, other] = [await WebhookOwner.of(app), await WebhookOwner.of(app)];
    const bad = await WebhookReceiver.start(behaviours.neverResponds);
    const [good, elsewhere] = [await WebhookReceiver.start(), await WebhookReceiver.start()];
    receivers.push(bad, good, elsewhere);
    const badIds: string[] = [];
    for (let number = 0; number < 6; number += 1) badIds.push(await owner.addWebhook(bad.url));
    for (let number = 0; number < 5; number += 1) await owner.upload();
    await until(WITHIN_MS, 'the bad endpoints to hold requests', () => bad.requests.length >= badIds.length);

    await owner.addWebhook(good.url);
    await other.addWebhook(elsewhere.url);
    for (let number = 0; number < 10; number += 1) {
      await owner.upload();
      await other.upload();
    }
    await until(WITHIN_MS, 'the good endpoints to be served', () =>
      [good, elsewhere].every(({ requests }) => requests.length === 10),
    );
    // They hold their first requests still: nothing has ended that could have made place.
    for (const id of badIds)
      expect((await owner.deliveries(id)).map(({ status }) => status)).toEqual(Array(15).fill('pending'));
    expect(bad.requests.length).toBeLessThanOrEqual(badIds.length * 4);
  });
});

const typesOf = (receiver: WebhookReceiver, documentId: string): string[] =>
  receiver.of(documentId).map(({ body }) => body.type);
