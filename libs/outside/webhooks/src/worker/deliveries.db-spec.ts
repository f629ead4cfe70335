import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { DeliveryNotFinished, WebhookDeliveries, WebhookIsDisabled, WebhookNotFound } from '#outside/webhooks';
import { openWebhooks, type TestArchive, type WebhooksFixture } from '../../test/open-webhooks.js';
import { openReceiver, type TestReceiver } from '../../test/test-receiver.js';

const KNOWN_SECRET = 'my-webhook-secret';
const ANY_ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('deliveries of webhooks', () => {
  let webhooks: WebhooksFixture;
  let archive: TestArchive;
  let base: string;
  let good: TestReceiver;
  let bad: TestReceiver;

  beforeAll(async () => {
    webhooks = await openWebhooks({ WEBHOOK_TIMEOUT_MS: '3000' });
  });
  afterAll(() => webhooks.close());
  beforeEach(async () => {
    [archive, good, bad] = await Promise.all([webhooks.anArchive(), openReceiver(), openReceiver()]);
    bad.respond = (_, response) => response.writeHead(500).end('out of order');
    base = `/api/organizations/${archive.organizationId}`;
  });
  afterEach(async () => {
    await webhooks.rows(`update webhook set enabled = false`);
    await Promise.all([good.close(), bad.close()]);
  });

  const upload = async (name: string, content = `content of ${name} ${Math.random()}`): Promise<string> => {
    const { body } = await archive.api.upload(archive.organizationId, { name, content, type: 'text/plain' });
    return body.document.id;
  };
  const rename = (documentId: string, name: string) => archive.api.patch(`${base}/documents/${documentId}`, { name });
  const drain = () => webhooks.app.drain();
  const typesAt = (receiver: TestReceiver) => receiver.requests.map(({ message }) => message.type);

  it('deliveries contain exactly the facts of the contract for the five events, in the order of the changes', async () => {
    await webhooks.aWebhook(archive, {
      url: `${good.url}/hook?key=1`,
      events: [
        'document:created',
        'document:updated',
        'document:deleted',
        'document:tag:added',
        'document:tag:removed',
      ],
    });
    const { body } = await archive.api.post<{ tag: { id: string } }>(`${base}/tags`, {
      name: 'Bill',
      color: '#123456',
    });
    const tagId = body.tag.id;
    const documentId = await upload('letter.txt', 'Dear reader');
    await rename(documentId, 'bill.txt');
    await archive.api.post(`${base}/documents/${documentId}/tags`, { tagId });
    await archive.api.delete(`${base}/documents/${documentId}/tags/${tagId}`);
    await drain();
    await archive.api.delete(`${base}/documents/${documentId}`);
    await drain();
    const { organizationId } = archive;
    const of = (type: string, data: object) => ({ type, timestamp: ANY_ISO, data });
    expect(good.requests.map(({ message }) => message)).toEqual([
      of('document:created', {
        ...{ documentId, organizationId, name: 'letter.txt', createdAt: ANY_ISO, updatedAt: ANY_ISO },
      }),
      of('document:updated', { documentId, organizationId, name: 'bill.txt' }),
      of('document:tag:added', { documentId, organizationId, tagId, tagName: 'Bill' }),
      of('document:tag:removed', { documentId, organizationId, tagId, tagName: 'Bill' }),
      of('document:updated', { documentId, organizationId, content: 'Dear reader' }),
      of('document:deleted', { documentId, organizationId }),
    ]);
    expect(good.requests.map(({ path }) => path)).toEqual(Array(6).fill('/hook?key=1'));
    expect(good.requests[0]?.body).toMatch(/^\{"data":\{.*\},"type":"document:created","timestamp":"[^"]*"\}$/);
  });

  it('deliveries are signed so that a published library of Standard Webhooks verifies them, even during a rotation', async () => {
    const next = 'né-secret';
    await webhooks.aWebhook(archive, {
      url: good.url,
      secret: KNOWN_SECRET,
      nextSecret: next,
      events: ['document:created'],
    });
    await upload('signed.txt');
    await drain();
    const [{ headers, body }] = good.requests as [TestReceiver['requests'][number]];
    const verifies = (secret: string, signature: unknown) =>
      new Webhook(Buffer.from(secret).toString('base64')).verify(body, {
        ...(headers as Record<string, string>),
        'webhook-signature': String(signature),
      });
    expect(verifies(KNOWN_SECRET, headers['webhook-signature'])).toEqual(JSON.parse(body));
    expect(verifies(next, headers['webhook-signature-next'])).toEqual(JSON.parse(body));
    expect(() => verifies(next, headers['webhook-signature'])).toThrow();
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'archivolt-webhook-client',
      accept: 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[a-z0-9]{24}$/),
    });
  });

  it('deliveries carry no signature when the webhook has no secret', async () => {
    await webhooks.aWebhook(archive, { url: good.url, events: ['document:created'] });
    await upload('unsigned.txt');
    await drain();
    expect(Object.keys(good.requests[0]?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([
      'webhook-id',
      'webhook-timestamp',
    ]);
  });

  it('a delivery is replayed under the same id, after others that wait for the same document', async () => {
    const deliveries = webhooks.get(WebhookDeliveries);
    const webhookId = await webhooks.aWebhook(archive, { url: good.url, events: ['document:created'] });
    await upload('replayed.txt');
    await drain();
    const [original] = await webhooks.deliveries(webhookId);
    const again = await deliveries.replay(archive.ctx, webhookId, original?.id ?? '');
    await expect(deliveries.replay(archive.ctx, webhookId, again)).rejects.toMatchObject({
      code: DeliveryNotFinished.code,
    });
    await deliveries.replay(archive.ctx, webhookId, original?.id ?? '');
    await drain();
    expect(good.requests).toHaveLength(3);
    expect(new Set(good.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(good.requests.map(({ body }) => body)).size).toBe(1);
    expect((await webhooks.deliveries(webhookId))[1]).toMatchObject({ id: again, replayOf: original?.id });
    await webhooks.rows('update webhook set enabled = false where id = $1', [webhookId]);
    await expect(deliveries.replay(archive.ctx, webhookId, again)).rejects.toMatchObject({
      code: WebhookIsDisabled.code,
    });
    const other = await webhooks.anArchive();
    await expect(deliveries.replay(other.ctx, webhookId, again)).rejects.toMatchObject({ code: WebhookNotFound.code });
  });

  it('a test message is delivered once, even for a disabled webhook, and waits for nothing', async () => {
    const webhookId = await webhooks.aWebhook(archive, { url: bad.url, enabled: false });
    await webhooks.get(WebhookDeliveries).ping(archive.ctx, webhookId);
    await drain();
    const { organizationId } = archive;
    expect(bad.requests.map(({ message }) => message)).toEqual([
      { type: 'webhook:ping', timestamp: ANY_ISO, data: { webhookId, organizationId } },
    ]);
    expect((await webhooks.deliveries(webhookId)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 1],
    ]);
  });

  it('a task replays all events since a time, even from before the webhook existed, once if it runs twice', async () => {
    await upload('before.txt');
    await drain();
    const webhookId = await webhooks.aWebhook(archive, { url: good.url, events: ['document:created'] });
    await upload('after.txt');
    await drain();
    const replaySince = () =>
      webhooks.get(WebhookDeliveries).replaySince(archive.ctx, webhookId, new Date(Date.now() - 60_000));
    const taskId = await replaySince();
    await drain();
    await webhooks.rows(`update task set status = 'running', processed = 0, resume_after = null where id = $1`, [
      taskId,
    ]);
    await webhooks.rows(`update job.job set state = 'retry' where data ->> 'taskId' = $1`, [taskId]);
    await drain();
    const ids = () =>
      good.requests.map(({ message, headers }) => `${String(message.data['name'])} ${String(headers['webhook-id'])}`);
    const [original = '', ...replayed] = ids();
    const before = replayed.find((id) => id.startsWith('before.txt')) ?? '';
    expect(replayed.sort()).toEqual([original, before]);
    const { body } = await archive.api.get(`${base}/tasks/${taskId}`);
    expect(body).toMatchObject({
      task: { type: 'webhook-replay', status: 'completed', progress: { processed: 2, total: 2 } },
    });
    await replaySince();
    await drain();
    expect(ids().slice(3).sort()).toEqual([original, before]);
  });

  it('a replay of all events since a time is requested once at a time for each webhook', async () => {
    const [webhookId, another] = [
      await webhooks.aWebhook(archive, { url: good.url, events: ['document:created'] }),
      await webhooks.aWebhook(archive, { url: good.url, events: ['document:created'] }),
    ];
    await upload('replayed.txt');
    await drain();
    const replaySince = (id: string) =>
      webhooks.get(WebhookDeliveries).replaySince(archive.ctx, id, new Date(Date.now() - 60_000));
    const outcomes = await Promise.allSettled([replaySince(webhookId), replaySince(webhookId), replaySince(another)]);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([
      { status: 'rejected', reason: expect.objectContaining({ code: 'webhooks.replay_running' }) },
    ]);
    await drain();
    expect(good.requests).toHaveLength(4);
    await replaySince(webhookId);
    await webhooks.rows(`update task set status = 'failed' where type = 'webhook-replay'`);
    await expect(replaySince(webhookId)).resolves.toMatch(/^task_/);
  });

  it('a delivery is not made twice at the same time, and is repeated under the same id when a process was killed', async () => {
    const webhookId = await webhooks.aWebhook(archive, { url: good.url, events: ['document:created'] });
    await upload('killed.txt');
    await drain();
    const [delivery] = await webhooks.deliveries(webhookId);
    const whileUnderWay = `update webhook_delivery set status = 'pending', finished_at = null,
      attempting_until = now() + $2 * interval '1 second' where id = $1`;
    const jobAgain = `update job.job set state = 'retry', start_after = now() where name = 'webhook.deliver'
      and data ->> 'deliveryId' = $1`;
    await webhooks.rows(whileUnderWay, [delivery?.id, 30]);
    await webhooks.rows(jobAgain, [delivery?.id]);
    await drain();
    expect(good.requests).toHaveLength(1);
    await webhooks.rows(whileUnderWay, [delivery?.id, -1]);
    await webhooks.rows(jobAgain, [delivery?.id]);
    await drain();
    expect(good.requests.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(delivery?.messageId));
  });

  it('a delivery of a text longer than 1 MB has its beginning and says so', async () => {
    await webhooks.aWebhook(archive, { url: good.url, events: ['document:updated'] });
    const documentId = await upload('long.txt', 'short');
    await drain();
    await archive.api.patch(`${base}/documents/${documentId}`, { content: `a${'é'.repeat(600_000)}` });
    await drain();
    const data = good.requests.at(-1)?.message.data ?? {};
    expect(data['contentTruncated']).toBe(true);
    expect(data['content']).toBe(`a${'é'.repeat(499_999)}`);
    expect(typesAt(good)).toEqual(['document:updated', 'document:updated']);
    expect(good.requests[0]?.message.data).not.toHaveProperty('contentTruncated');
  });
});
