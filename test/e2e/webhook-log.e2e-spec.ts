import type { INestApplication } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDelivery, poolOf } from '../support/rows.js';
import {
  behaviours,
  isSignedWith,
  respondsWith,
  WebhookReceiver,
  type ReceivedRequest,
} from '../support/webhook-receiver.js';

interface Delivery {
  id: string;
  event: string;
  eventId: string | null;
  messageId: string;
  status: string;
  attemptsCount: number;
  nextAttemptAt: string | null;
  finishedAt: string | null;
  replayOf: string | null;
  lastResponseStatus: number | null;
}
interface DeliveryBody {
  delivery: Delivery & { payload: object; attempts: object[] };
}
interface DeliveriesBody {
  deliveries: Delivery[];
  hasMore: boolean;
}
interface WebhookBody {
  webhook: { id: string; updatedAt: string; hasSecret: boolean; secretRotationStartedAt: string | null };
}
interface ErrorBody {
  error: { code: string; details?: { path: string | null }[] };
}

describe('the deliveries of a webhook', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let webhooks: string;
  let receiver: WebhookReceiver;

  const logged: string[] = [];

  beforeAll(async () => {
    app = await startApp({ WEBHOOK_URL_ALLOWED_HOSTNAMES: '127.0.0.1', LOG_LEVEL: 'debug' });
    const note = (...parts: unknown[]) => void logged.push(parts.map(String).join(' '));
    (app.app as INestApplication).useLogger({ log: note, error: note, warn: note, debug: note, verbose: note });
    receiver = await WebhookReceiver.start();
    ({ api, organizationId } = await app.anArchive());
    webhooks = `/api/organizations/${organizationId}/webhooks`;
  });
  afterAll(async () => {
    await receiver.close();
    await app.close();
  });
  beforeEach(() => {
    receiver.requests.length = 0;
    receiver.behaviour = behaviours.good;
  });
  afterEach(async () => {
    const { body } = await api.get<{ webhooks: { id: string }[] }>(webhooks);
    for (const { id } of body.webhooks) await api.delete(`${webhooks}/${id}`);
  });

  const create = async (fields: object = {}): Promise<string> => {
    const all = { name: 'Accounting', url: receiver.url, events: ['tag:created'], ...fields };
    return (await api.post<WebhookBody>(webhooks, all)).body.webhook.id;
  };
  const codeOf = ({ status, body }: ApiResponse<unknown>) => [status, (body as Partial<ErrorBody>).error?.code];
  const aTag = (name: string) =>
    api.post<{ tag: { id: string } }>(`/api/organizations/${organizationId}/tags`, { name, color: '#123456' });
  const log = async (id: string, query = '') =>
    (await api.get<DeliveriesBody>(`${webhooks}/${id}/deliveries${query}`)).body;
  const details = async (id: string, deliveryId: string) =>
    (await api.get<DeliveryBody>(`${webhooks}/${id}/deliveries/${deliveryId}`)).body.delivery;
  /** The request of a test message. */
  const pinged = async (id: string): Promise<ReceivedRequest> => {
    await api.post(`${webhooks}/${id}/ping`);
    await app.drain();
    return receiver.requests.at(-1)!;
  };

  it('deliveries are shown newest first and page by page, with their results', async () => {
    const id = await create({ enabled: false });
    const scope = { organizationId, webhookId: id };
    const made: string[] = [];
    for (const status of ['succeeded', 'failed', 'cancelled', 'pending'] as const)
      made.unshift(await addDelivery(app, scope, { status, responseStatus: status === 'failed' ? 503 : 200 }));
    made.unshift(await addDelivery(app, scope, { event: 'tag:created', responseStatus: null }));
    const ids = async (query: string) => {
      const { deliveries, hasMore } = await log(id, query);
      return [deliveries.map((delivery) => delivery.id), hasMore];
    };
    expect(await ids('')).toEqual([made, false]);
    expect(await ids('?limit=2')).toEqual([made.slice(0, 2), true]);
    expect(await ids(`?limit=2&before=${made[1]}`)).toEqual([made.slice(2, 4), true]);
    expect(await ids(`?limit=2&before=${made[3]}`)).toEqual([made.slice(4), false]);
    expect(await ids('?status=failed')).toEqual([[made[3]], false]);
    expect(await ids('?event=tag:created')).toEqual([[made[0]], false]);
    expect(await ids('?event=webhook:ping')).toEqual([[], false]);
    expect((await log(id, '?status=failed')).deliveries[0]).toEqual({
      id: made[3],
      createdAt: expect.any(String),
      event: 'document:created',
      eventId: expect.stringMatching(/^evt_/),
      messageId: expect.stringMatching(/^msg_/),
      status: 'failed',
      attemptsCount: 1,
      nextAttemptAt: null,
      finishedAt: expect.any(String),
      replayOf: null,
      lastResponseStatus: 503,
      lastError: null,
    });
  });

  it('the newest delivery of each webhook is summarized in the list of webhooks', async () => {
    const [sending, silent] = [await create(), await create()];
    const scope = { organizationId, webhookId: sending };
    await addDelivery(app, scope, { status: 'succeeded', responseStatus: 200 });
    const newest = await addDelivery(app, scope, { status: 'failed', responseStatus: 503 });
    const { body } = await api.get<{ webhooks: { id: string; lastDelivery: Delivery | null }[] }>(webhooks);
    expect(body.webhooks.map(({ id, lastDelivery }) => [id, lastDelivery])).toEqual([
      [sending, expect.objectContaining({ id: newest, status: 'failed', lastResponseStatus: 503 })],
      [silent, null],
    ]);
  });

  it('an invalid query for deliveries is refused with 400, and an unknown delivery with 404', async () => {
    const [id, other] = [await create(), await create()];
    const path = `${webhooks}/${id}/deliveries`;
    const deliveryId = await addDelivery(app, { organizationId, webhookId: other });
    for (const query of ['status=open', 'event=document:read', 'before=last', 'limit=0', 'limit=101', 'pageIndex=1'])
      expect(codeOf(await api.get(`${path}?${query}`))).toEqual([400, 'server.invalid_request.query']);
    for (const answer of [
      await api.get(`${path}/${deliveryId}`),
      await api.post(`${path}/${deliveryId}/replay`),
      await api.get(`${path}?before=${deliveryId}`),
    ])
      expect(codeOf(answer)).toEqual([404, 'webhooks.delivery_not_found']);
  });

  it('a test message is listed, sent even to a disabled webhook, and shown with its attempt', async () => {
    receiver.behaviour = respondsWith('thank you', 202);
    const id = await create({ enabled: false, secret: 'hush' });
    const { status, body } = await api.post<DeliveryBody>(`${webhooks}/${id}/ping`);
    expect(status).toBe(202);
    expect(body.delivery).toMatchObject({
      event: 'webhook:ping',
      eventId: null,
      status: 'pending',
      attemptsCount: 0,
      attempts: [],
    });
    await app.drain();
    expect(await details(id, body.delivery.id)).toMatchObject({
      status: 'succeeded',
      attemptsCount: 1,
      lastResponseStatus: 202,
      lastError: null,
      payload: { webhookId: id },
      attempts: [{ number: 1, responseStatus: 202, responseBody: 'thank you', isResponseCut: false, error: null }],
    });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ id: body.delivery.messageId, body: { type: 'webhook:ping' } });
    expect((await api.get<WebhookBody>(`${webhooks}/${id}`)).body.webhook).toMatchObject({
      lastTriggeredAt: expect.any(String),
    });
  });

  it('deliveries can be sent again one by one, under the same webhook-id', async () => {
    const id = await create();
    await aTag('sent twice');
    await app.drain();
    const [first] = (await log(id)).deliveries;
    const path = `${webhooks}/${id}/deliveries/${first!.id}/replay`;
    const { status, body } = await api.post<DeliveryBody>(path);
    expect(status).toBe(202);
    expect(body.delivery).toMatchObject({ replayOf: first!.id, messageId: first!.messageId, status: 'pending' });
    expect(codeOf(await api.post(`${webhooks}/${id}/deliveries/${body.delivery.id}/replay`))).toEqual([
      409,
      'webhooks.delivery_not_finished',
    ]);
    await app.drain();
    const requests = receiver.requests.map((request) => [request.id, request.text]);
    expect(requests).toEqual([requests[0], requests[0]]);
    await api.put(`${webhooks}/${id}`, { enabled: false });
    expect(codeOf(await api.post(path))).toEqual([409, 'webhooks.disabled']);
  });

  it('deliveries since a given time can be sent again, as a task', async () => {
    const since = new Date().toISOString();
    const id = await create();
    for (const name of ['one', 'two', 'three']) await aTag(name);
    await app.drain();
    expect(receiver.requests).toHaveLength(3);
    const { status, body } = await api.post<{ taskId: string }>(`${webhooks}/${id}/replay`, { since });
    expect(status).toBe(202);
    await app.drain();
    expect(await api.get(`/api/organizations/${organizationId}/tasks/${body.taskId}`)).toMatchObject({
      body: { task: { status: 'completed' } },
    });
    const ids = receiver.requests.map((request) => request.id);
    expect(ids.slice(3)).toEqual(ids.slice(0, 3));
    for (const bad of [{}, { since: 'yesterday' }, { since: 5 }, { since: null }, { since, until: since }])
      expect(codeOf(await api.post(`${webhooks}/${id}/replay`, bad))).toEqual([400, 'server.invalid_request.body']);
  });

  it('waiting deliveries are cancelled when the webhook is disabled, and not sent when it is enabled again', async () => {
    const id = await create();
    await aTag('never sent');
    receiver.behaviour = behaviours.fails;
    await app.drain();
    expect((await log(id)).deliveries).toMatchObject([{ status: 'pending', lastResponseStatus: 500 }]);
    await api.put(`${webhooks}/${id}`, { enabled: false });
    expect((await log(id)).deliveries).toMatchObject([{ status: 'cancelled', nextAttemptAt: null }]);
    await aTag('meanwhile');
    await api.put(`${webhooks}/${id}`, { enabled: true });
    receiver.requests.length = 0;
    receiver.behaviour = behaviours.good;
    const { body } = await aTag('sent');
    await app.drain();
    expect(receiver.requests.map((request) => request.body.data['tagId'])).toEqual([body.tag.id]);
  });

  it('deliveries are removed with their webhook, and nothing more is sent', async () => {
    const id = await create();
    await aTag('too late');
    expect((await api.delete(`${webhooks}/${id}`)).status).toBe(204);
    await app.drain();
    const { rows } = await poolOf(app).query('select from webhook_delivery where webhook_id = $1', [id]);
    expect(rows).toEqual([]);
    expect(receiver.requests).toEqual([]);
  });

  describe('while the secret is rotated', () => {
    it('deliveries have the signature of the old secret, and in webhook-signature-next that of the new one', async () => {
      const id = await create({ secret: 'the old one' });
      const rotation = `${webhooks}/${id}/secret-rotation`;
      const before = await pinged(id);
      expect(isSignedWith('the old one', before)).toBe(true);
      expect(before.headers).not.toHaveProperty('webhook-signature-next');

      const started = await api.post<WebhookBody>(rotation, { secret: 'the new one' });
      expect(started).toMatchObject({
        status: 200,
        body: { webhook: { secretRotationStartedAt: expect.any(String) } },
      });
      const during = await pinged(id);
      expect(isSignedWith('the old one', during)).toBe(true);
      expect(isSignedWith('the new one', during, 'webhook-signature-next')).toBe(true);

      const finished = await api.post<WebhookBody>(`${rotation}/finish`);
      expect(finished).toMatchObject({ status: 200, body: { webhook: { secretRotationStartedAt: null } } });
      const after = await pinged(id);
      expect(isSignedWith('the new one', after)).toBe(true);
      expect(after.headers).not.toHaveProperty('webhook-signature-next');
    });

    it('deliveries keep the old signature when the rotation is dropped', async () => {
      const id = await create({ secret: 'the old one' });
      const rotation = `${webhooks}/${id}/secret-rotation`;
      await api.post(rotation, { secret: 'the new one' });
      expect((await api.delete(rotation)).status).toBe(204);
      const request = await pinged(id);
      expect(isSignedWith('the old one', request)).toBe(true);
      expect(request.headers).not.toHaveProperty('webhook-signature-next');
      expect(codeOf(await api.delete(rotation))).toEqual([409, 'webhooks.secret_rotation_not_started']);
      expect(codeOf(await api.post(`${rotation}/finish`))).toEqual([409, 'webhooks.secret_rotation_not_started']);
    });

    it('deliveries have the signature of the last of several new secrets', async () => {
      const id = await create({ secret: 'the old one' });
      const rotation = `${webhooks}/${id}/secret-rotation`;
      await api.post(rotation, { secret: 'a mistake' });
      await api.post(rotation, { secret: 'the new one' });
      expect(isSignedWith('the new one', await pinged(id), 'webhook-signature-next')).toBe(true);
    });

    it('deliveries have only the signature of a secret that an update sets, which ends the rotation', async () => {
      const id = await create({ secret: 'the old one' });
      await api.post(`${webhooks}/${id}/secret-rotation`, { secret: 'the new one' });
      const updated = await api.put<WebhookBody>(`${webhooks}/${id}`, { secret: 'leaked, so another' });
      expect(updated.body.webhook.secretRotationStartedAt).toBeNull();
      const request = await pinged(id);
      expect(isSignedWith('leaked, so another', request)).toBe(true);
      expect(request.headers).not.toHaveProperty('webhook-signature-next');
    });

    it('a rotation needs a secret, which an update sets first', async () => {
      const id = await create();
      const rotation = `${webhooks}/${id}/secret-rotation`;
      expect((await pinged(id)).headers).not.toHaveProperty('webhook-signature');
      expect(codeOf(await api.post(rotation, { secret: 'the new one' }))).toEqual([409, 'webhooks.no_secret']);
      await api.put(`${webhooks}/${id}`, { secret: 'the first one' });
      expect(isSignedWith('the first one', await pinged(id))).toBe(true);
      for (const bad of [{}, { secret: '' }, { secret: 'x'.repeat(257) }, { secret: 'x', finish: true }])
        expect(codeOf(await api.post(rotation, bad))).toEqual([400, 'server.invalid_request.body']);
    });

    it('a rotation is refused to a caller who has read an earlier revision of the webhook', async () => {
      const id = await create({ secret: 'the old one' });
      const rotation = `${webhooks}/${id}/secret-rotation`;
      const { headers } = await api.post(rotation, { secret: 'mine' });
      const seen = { 'if-match': headers.get('etag') ?? '' };
      await api.post(rotation, { secret: 'yours' });
      expect(codeOf(await api.send('POST', `${rotation}/finish`, undefined, seen))[0]).toBe(412);
      expect(codeOf(await api.send('DELETE', rotation, undefined, seen))[0]).toBe(412);
      expect(codeOf(await api.send('POST', rotation, { secret: 'mine again' }, seen))[0]).toBe(412);
    });
  });

  it.each([
    ['ASCII letters', 'plain'],
    ['letters of other scripts', 's3cret-é 🔑'],
    ['256 characters', 'x'.repeat(256)],
  ])(
    'deliveries are accepted by the published library of Standard Webhooks with a secret of %s as base64',
    async (_, secret) => {
      const { headers, text } = await pinged(await create({ secret }));
      const library = new StandardWebhook(Buffer.from(secret).toString('base64'));
      expect(library.verify(text, headers as Record<string, string>)).toMatchObject({ type: 'webhook:ping' });
      expect(() => library.verify(`${text} `, headers as Record<string, string>)).toThrow('No matching signature');
    },
  );

  it('secrets of webhooks do not appear in responses, logs, events, jobs and stored responses', async () => {
    logged.length = 0;
    const [secret, next] = ['amethyst-secret', 'amethyst-next'];
    const fields = { name: 'Quiet', url: receiver.url, events: ['tag:created'], secret };
    const created = await api.post<WebhookBody>(webhooks, fields, { 'idempotency-key': 'quiet' });
    const path = `${webhooks}/${created.body.webhook.id}`;
    const answers: ApiResponse<unknown>[] = [created, await api.post(webhooks, fields, { 'idempotency-key': 'quiet' })];
    answers.push(await api.post(`${path}/secret-rotation`, { secret: next }));
    await aTag('quiet');
    answers.push(await api.post(`${path}/ping`));
    await app.drain();
    answers.push(await api.get(webhooks), await api.get(path), await api.get(`${path}/deliveries`));
    for (const { id } of (answers.at(-1)!.body as DeliveriesBody).deliveries)
      answers.push(await api.get(`${path}/deliveries/${id}`), await api.post(`${path}/deliveries/${id}/replay`));
    answers.push(await api.put(path, { secret: `${secret} again`, url: 'ftp://receiver.test' }));
    answers.push(await api.put(path, { secret: `${secret} again`, name: 5 }));
    answers.push(await api.post(`${path}/secret-rotation/finish`), await api.delete(`${path}/secret-rotation`));
    answers.push(await api.put(path, { secret: `${secret} again` }));
    expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(10);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('amethyst');
    expect(logged.length).toBeGreaterThan(10);
    expect(logged.join('\n')).not.toContain('amethyst');
    const { rows: tables } = await poolOf(app).query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'pgboss') and tablename <> 'webhook'`,
    );
    expect(tables.length).toBeGreaterThan(30);
    for (const { name } of tables) {
      const { rows } = await poolOf(app).query(`select t::text as row from ${name} t where t::text like '%amethyst%'`);
      expect({ name, rows }).toEqual({ name, rows: [] });
    }
  });
});
