import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateApiKey } from '#people/auth';
import { PERMISSIONS } from '#ground/http-kit';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface Webhook {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  url: string;
  enabled: boolean;
  events: string[];
}
interface WebhookBody {
  webhook: Webhook;
}
interface ErrorBody {
  error: { code: string; message: string; details?: { path: string | null }[] };
}

const LIMIT = 30;
const URL_OF_RECEIVER = 'https://receiver.test/hook?token=in-the-url';
const FIELDS = { name: 'Accounting', url: URL_OF_RECEIVER, events: ['document:created', 'document:tag:added'] };

describe('the webhooks of an organization', () => {
  let app: TestApp;
  let api: ApiClient;
  let userId: string;
  let organizationId: string;
  let webhooks: string;

  beforeAll(async () => {
    app = await startApp({
      WEBHOOK_MAX_PER_ORGANIZATION: String(LIMIT),
      WEBHOOK_URL_ALLOWED_HOSTNAMES: 'receiver.test', // is saved without a look-up
      MAX_ORGANIZATION_COUNT_PER_USER: '100',
    });
    ({ api, userId, organizationId } = await app.anArchive());
    webhooks = `/api/organizations/${organizationId}/webhooks`;
  });
  afterAll(() => app.close());

  const create = async (fields: object = {}): Promise<Webhook> =>
    (await api.post<WebhookBody>(webhooks, { ...FIELDS, ...fields })).body.webhook;
  const remove = (id: string) => api.delete(`${webhooks}/${id}`);
  const outcomeOf = ({ status, body }: ApiResponse<unknown>) =>
    [status, (body as Partial<ErrorBody>).error?.code, (body as Partial<ErrorBody>).error?.details?.[0]?.path] as const;
  const rowOf = async <Row extends object>(table: string, column: string, id: string): Promise<Row> => {
    const { rows } = await poolOf(app).query<Row>(`select * from ${table} where ${column} = $1`, [id]);
    return rows[0] as Row;
  };
  const eventsOf = async (webhookId: string) => {
    const { rows } = await poolOf(app).query<{ name: string; payload: object }>(
      `select name, payload from event where payload ->> 'webhookId' = $1 order by position`,
      [webhookId],
    );
    return rows;
  };

  it('webhooks are created with the fields of the contract, enabled unless the request says otherwise', async () => {
    const { status, body } = await api.post<WebhookBody>(webhooks, { ...FIELDS, secret: 'hush' });
    expect(status).toBe(200);
    expect(body.webhook).toEqual({
      id: expect.stringMatching(/^wbh_[a-z0-9]{24}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: body.webhook.createdAt,
      organizationId,
      createdBy: userId,
      ...FIELDS,
      enabled: true,
      hasSecret: true,
      secretRotationStartedAt: null,
      lastTriggeredAt: null,
      failingSince: null,
      disabledAt: null,
      disabledReason: null,
    });
    const other = await create({ enabled: false, name: 'x'.repeat(128) });
    expect(other).toMatchObject({ enabled: false, name: 'x'.repeat(128), hasSecret: false });
    await Promise.all([remove(body.webhook.id), remove(other.id)]);
  });

  it('webhooks are listed oldest first, each as it is returned alone, with its events as texts', async () => {
    const [first, second] = [await create({ name: 'first' }), await create({ name: 'second' })];
    expect(await api.get(webhooks)).toMatchObject({ status: 200, body: { webhooks: [first, second] } });
    expect(await api.get(`${webhooks}/${first.id}`)).toMatchObject({ status: 200, body: { webhook: first } });
    await poolOf(app).query(
      `update webhook_state set last_triggered_at = '2026-02-03T04:05:06.789Z' where webhook_id = $1`,
      [second.id],
    );
    const list = (await api.get<{ webhooks: object[] }>(webhooks)).body.webhooks;
    expect(list[1]).toMatchObject({ lastTriggeredAt: '2026-02-03T04:05:06.789Z' });
    await Promise.all([remove(first.id), remove(second.id)]);
    expect(await api.get(webhooks)).toMatchObject({ status: 200, body: { webhooks: [] } });
  });

  it.each([
    ['an unknown field', { ...FIELDS, surprise: 1 }, 'surprise'],
    ['no name', { ...FIELDS, name: undefined }, 'name'],
    ['an empty name', { ...FIELDS, name: '' }, 'name'],
    ['a name of 129 characters', { ...FIELDS, name: 'x'.repeat(129) }, 'name'],
    ['a URL that cannot be parsed', { ...FIELDS, url: 'receiver.test' }, 'url'],
    ['a URL of 2049 characters', { ...FIELDS, url: `https://receiver.test/${'x'.repeat(2027)}` }, 'url'],
    ['an empty secret', { ...FIELDS, secret: '' }, 'secret'],
    ['a secret of 257 characters', { ...FIELDS, secret: 'x'.repeat(257) }, 'secret'],
    ['null as secret', { ...FIELDS, secret: null }, 'secret'],
    ['a text as enabled', { ...FIELDS, enabled: 'yes' }, 'enabled'],
    ['no event', { ...FIELDS, events: [] }, 'events'],
    ['an unknown event', { ...FIELDS, events: ['document:created', 'document:read'] }, 'events'],
    ['an event about webhooks', { ...FIELDS, events: ['webhook:created'] }, 'events'],
    ['a text as events', { ...FIELDS, events: 'document:created' }, 'events'],
  ])('a webhook is refused with %s, on creation and, except for missing fields, on update', async (_, fields, path) => {
    const refused = [400, 'server.invalid_request.body', path];
    expect(outcomeOf(await api.post(webhooks, fields))).toEqual(refused);
    const webhook = await create();
    const isMissing = path in fields && fields[path as keyof typeof fields] === undefined;
    expect(outcomeOf(await api.put(`${webhooks}/${webhook.id}`, fields))).toEqual(
      isMissing ? [200, undefined, undefined] : refused,
    );
    await remove(webhook.id);
  });

  it('a webhook accepts every event of the contract and every additional one', async () => {
    const events = [
      ...['document:created', 'document:deleted', 'document:updated', 'document:tag:added', 'document:tag:removed'],
      ...['document:restored', 'document:purged', 'document:content:extracted'],
      'document:property:changed',
      ...['tag:created', 'tag:updated', 'tag:deleted'],
      ...['custom-property:created', 'custom-property:updated', 'custom-property:deleted'],
      ...['organization:updated', 'organization:deleted', 'organization:restored'],
    ];
    const webhook = await create({ events });
    expect(webhook.events).toEqual(events);
    await remove(webhook.id);
  });

  it('a webhook keeps one of several equal events', async () => {
    const webhook = await create({ events: ['tag:deleted', 'document:created', 'tag:deleted'] });
    expect(webhook.events).toEqual(['tag:deleted', 'document:created']);
    const updated = await api.put(`${webhooks}/${webhook.id}`, { events: ['tag:created', 'tag:created'] });
    expect(updated).toMatchObject({ status: 200, body: { webhook: { events: ['tag:created'] } } });
    await remove(webhook.id);
  });

  it.each([
    'ftp://receiver.test/hook',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://ada:hush@receiver.test/',
    'http://127.1/hush',
    'http://[::ffff:10.0.0.1]/hush',
    'http://localhost/hush',
  ])('a webhook is refused with the URL %s, and the message says why', async (url) => {
    const created = await api.post<ErrorBody>(webhooks, { ...FIELDS, url });
    expect(outcomeOf(created)).toEqual([400, 'webhooks.ssrf_unsafe_url', undefined]);
    expect(created.body.error.message).toMatch(/^Webhooks cannot be sent to this URL: .+ Remedy: .+/);
    expect(created.body.error.message).not.toContain('hush');
    const webhook = await create();
    expect(outcomeOf(await api.put(`${webhooks}/${webhook.id}`, { url }))[1]).toBe('webhooks.ssrf_unsafe_url');
    expect((await api.get<WebhookBody>(`${webhooks}/${webhook.id}`)).body.webhook).toEqual(webhook);
    await remove(webhook.id);
  });

  it('a webhook changes only in the fields of the request, and gets a later updatedAt', async () => {
    const webhook = await create({ secret: 'hush' });
    const path = `${webhooks}/${webhook.id}`;
    const changes = [
      { name: 'Renamed' },
      { url: 'http://receiver.test:8080/other' },
      { events: ['document:updated'] },
      { enabled: false },
      { name: 'Again', enabled: true, events: ['tag:created'] },
    ];
    let expected: Webhook = webhook;
    for (const change of changes) {
      const { status, body } = await api.put<WebhookBody>(path, change);
      expect(status).toBe(200);
      expect(body.webhook.updatedAt > expected.updatedAt).toBe(true);
      expected = { ...expected, ...change, updatedAt: body.webhook.updatedAt };
      expect(body.webhook).toEqual(expected);
    }
    expect(await api.get(path)).toMatchObject({ body: { webhook: expected } });
    await remove(webhook.id);
  });

  it('a webhook is unchanged after an update without a field', async () => {
    const webhook = await create();
    expect(await api.put(`${webhooks}/${webhook.id}`, {})).toMatchObject({ status: 200, body: { webhook } });
    expect(await eventsOf(webhook.id)).toHaveLength(1);
    await remove(webhook.id);
  });

  it('a webhook has an ETag, and an update with that of an earlier revision is refused with 412', async () => {
    const { id } = await create();
    const path = `${webhooks}/${id}`;
    const etag = (await api.get(path)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\w+"$/);
    const update = (name: string) => api.send('PUT', path, { name }, { 'if-match': etag });
    const first = await update('mine');
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(etag);
    expect(outcomeOf(await update('yours'))).toEqual([412, 'server.precondition_failed', undefined]);
    await remove(id);
  });

  it('a deleted or unknown webhook returns 404 on every route', async () => {
    const { id } = await create();
    expect((await remove(id)).status).toBe(204);
    const path = `${webhooks}/${id}`;
    const delivery = `${path}/deliveries/wbh_dlv_${'a'.repeat(24)}`;
    const answers = [
      await api.get(path),
      await api.put(path, { name: 'gone' }),
      await api.put(path, { url: 'https://10.0.0.1/' }),
      await api.delete(path),
      await api.post(`${path}/ping`),
      await api.post(`${path}/replay`, { since: '2026-01-01' }),
      await api.get(`${path}/deliveries`),
      await api.get(delivery),
      await api.post(`${delivery}/replay`),
      await api.post(`${path}/secret-rotation`, { secret: 'x' }),
      await api.post(`${path}/secret-rotation/finish`),
      await api.delete(`${path}/secret-rotation`),
    ];
    expect(answers.map((answer) => outcomeOf(answer))).toEqual(
      answers.map(() => [404, 'webhooks.not_found', undefined]),
    );
  });

  it('an id of another form is refused with 400', async () => {
    expect(outcomeOf(await api.get(`${webhooks}/wbh_short`))).toEqual([
      400,
      'server.invalid_request.params',
      'webhookId',
    ]);
    const { id } = await create();
    expect(outcomeOf(await api.get(`${webhooks}/${id}/deliveries/${id}`))[1]).toBe('server.invalid_request.params');
    await remove(id);
  });

  it('changes of webhooks are events that contain neither the secret nor the URL', async () => {
    const { id } = await create({ secret: 'hush' });
    await api.put(`${webhooks}/${id}`, { name: 'New', secret: 'hush hush', url: 'https://receiver.test/secret-path' });
    await remove(id);
    expect(await eventsOf(id)).toEqual([
      { name: 'webhook:created', payload: { webhookId: id, name: 'Accounting' } },
      { name: 'webhook:updated', payload: { webhookId: id, updatedFields: ['name', 'secret', 'url'] } },
      { name: 'webhook:deleted', payload: { webhookId: id, name: 'New' } },
    ]);
  });

  it('a webhook begins at the last event of the log, and again when it is enabled again', async () => {
    const lastPosition = async () =>
      (await rowOf<{ event_position: string }>('organization_log', 'organization_id', organizationId)).event_position;
    const before = await lastPosition();
    const { id } = await create();
    const state = () =>
      rowOf<{ position: string; failing_since: Date | null; failures: number }>('webhook_state', 'webhook_id', id);
    expect((await state()).position).toBe(before);
    await poolOf(app).query(`update webhook_state set failing_since = now(), failures = 7 where webhook_id = $1`, [id]);
    await api.put(`${webhooks}/${id}`, { enabled: true });
    expect(await state()).toMatchObject({ position: before, failures: 7 });
    await poolOf(app).query(
      `update webhook set enabled = false, disabled_at = now(), disabled_reason = 'It failed.' where id = $1`,
      [id],
    );
    expect(await api.get(`${webhooks}/${id}`)).toMatchObject({
      body: { webhook: { enabled: false, disabledAt: expect.any(String), disabledReason: 'It failed.' } },
    });
    await api.post(`/api/organizations/${organizationId}/tags`, { name: 'meanwhile', color: '#123456' });
    const now = await lastPosition();
    expect(await api.put(`${webhooks}/${id}`, { enabled: true })).toMatchObject({
      body: { webhook: { enabled: true, disabledAt: null, disabledReason: null, failingSince: null } },
    });
    expect(await state()).toMatchObject({ position: now, failing_since: null, failures: 0 });
    await remove(id);
  });

  it('the number of webhooks is limited, even when many are created at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: LIMIT + 10 }, (_, index) =>
        api.post<WebhookBody>(webhooks, { ...FIELDS, name: `${index}` }),
      ),
    );
    const outcomes = Map.groupBy(answers, ({ status }) => status);
    expect([outcomes.get(200)?.length, outcomes.get(409)?.length]).toEqual([LIMIT, 10]);
    expect(outcomeOf(outcomes.get(409)![0]!)[1]).toBe('webhooks.limit_reached');
    const { body } = await api.get<{ webhooks: Webhook[] }>(webhooks);
    expect(body.webhooks).toHaveLength(LIMIT);
    const { organizationId: elsewhere, api: other } = await app.anArchive('Elsewhere');
    expect(await other.post(`/api/organizations/${elsewhere}/webhooks`, FIELDS)).toMatchObject({ status: 200 });
    await Promise.all(body.webhooks.map(({ id }) => remove(id)));
  });

  it('a webhook is created once for a repeated Idempotency-Key: the second request gets 409', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const fields = { ...FIELDS, secret: `secret-${randomUUID()}` };
    const first = await api.post<WebhookBody>(webhooks, fields, headers);
    expect(first.status).toBe(200);
    expect(outcomeOf(await api.post(webhooks, fields, headers))).toEqual([409, 'idempotency.already_used', undefined]);
    expect(await api.get<{ webhooks: Webhook[] }>(webhooks)).toMatchObject({
      body: { webhooks: [first.body.webhook] },
    });
    await remove(first.body.webhook.id);
  });

  it('a webhook is out of reach of other organizations, keys bound elsewhere and members of a deleted organization', async () => {
    const { id } = await create();
    const { api: other, organizationId: elsewhere } = await app.anArchive('Another');
    expect(outcomeOf(await other.get(webhooks))).toEqual([403, 'user.not_in_organization', undefined]);
    const foreign = `/api/organizations/${elsewhere}/webhooks/${id}`;
    for (const answer of [
      await other.get(foreign),
      await other.put(foreign, { name: 'x' }),
      await other.delete(foreign),
    ])
      expect(outcomeOf(answer)).toEqual([404, 'webhooks.not_found', undefined]);
    expect(await api.get(`${webhooks}/${id}`)).toMatchObject({
      status: 200,
      body: { webhook: { name: 'Accounting' } },
    });

    const gone = (await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Going' })).body;
    const path = `/api/organizations/${gone.organization.id}`;
    expect(await api.post(`${path}/webhooks`, FIELDS)).toMatchObject({ status: 200 });
    const bound = { userId, name: 'bound', permissions: PERMISSIONS, organizationIds: [gone.organization.id] };
    const { token } = await app.app.get(CreateApiKey, { strict: false }).execute(bound);
    const boundElsewhere = new ApiClient(app.baseUrl, token);
    expect(await boundElsewhere.get(`${path}/webhooks`)).toMatchObject({ status: 200 });
    for (const answer of [await boundElsewhere.get(webhooks), await boundElsewhere.delete(`${webhooks}/${id}`)])
      expect(outcomeOf(answer)).toEqual([403, 'user.not_in_organization', undefined]);

    await api.delete(path);
    expect(outcomeOf(await api.get(`${path}/webhooks`))[0]).toBe(403);
    expect(outcomeOf(await api.post(`${path}/webhooks`, FIELDS))[0]).toBe(403);
    await remove(id);
  });
});
