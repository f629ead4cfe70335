import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openWebhooks, type TestArchive, type WebhooksFixture } from '../../test/open-webhooks.js';
import { openReceiver, type TestReceiver } from '../../test/test-receiver.js';

const ANY_ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('deliveries of webhooks whose receiver fails', () => {
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

  const upload = async (name: string): Promise<string> => {
    const content = `content of ${name} ${Math.random()}`;
    const { body } = await archive.api.upload(archive.organizationId, { name, content, type: 'text/plain' });
    return body.document.id;
  };
  const drain = () => webhooks.app.drain();
  const attemptsOf = (webhookId: string) =>
    webhooks.rows<{
      number: number;
      response_status: number | null;
      response_body: string | null;
      is_response_cut: boolean;
      error: string | null;
    }>(
      `select number, response_status, response_body, is_response_cut, error
       from webhook_attempt join webhook_delivery on id = delivery_id where webhook_id = $1 order by sequence, number`,
      [webhookId],
    );

  it('deliveries are retried under the same id until the receiver accepts them; only the same document waits', async () => {
    const webhookId = await webhooks.aWebhook(archive, {
      url: bad.url,
      events: ['document:created', 'document:deleted'],
    });
    const first = await upload('first.txt');
    await drain();
    await archive.api.delete(`${base}/documents/${first}`);
    const other = await upload('other.txt');
    await drain();
    expect(bad.requests.map(({ message }) => message.data['documentId'])).toEqual([first, other]);
    expect((await webhooks.deliveries(webhookId)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['pending', 1],
      ['pending', 0],
      ['pending', 1],
    ]);
    bad.respond = (_, response) => response.writeHead(200).end();
    await webhooks.retry();
    expect((await webhooks.deliveries(webhookId)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['succeeded', 2],
      ['succeeded', 1],
      ['succeeded', 2],
    ]);
    const ofFirst = bad.requests.filter(({ message }) => message.data['documentId'] === first);
    expect(ofFirst.map(({ message }) => message.type)).toEqual([
      'document:created',
      'document:created',
      'document:deleted',
    ]);
    expect(ofFirst[1]?.headers['webhook-id']).toBe(ofFirst[0]?.headers['webhook-id']);
    expect(await attemptsOf(webhookId)).toMatchObject([
      { number: 1, response_status: 500, response_body: 'out of order', error: null },
      { number: 2, response_status: 200 },
      { number: 1, response_status: 200 },
      { number: 1, response_status: 500 },
      { number: 2, response_status: 200 },
    ]);
  });

  it('a delivery fails permanently after twelve attempts, and then the next one of the document is sent', async () => {
    const webhookId = await webhooks.aWebhook(archive, {
      url: bad.url,
      events: ['document:created', 'document:deleted'],
    });
    const documentId = await upload('never.txt');
    await archive.api.delete(`${base}/documents/${documentId}`);
    await drain();
    const pauses: number[] = [];
    for (let attempt = 1; attempt < 12; attempt += 1) {
      const [row] = await webhooks.rows<{ seconds: number }>(
        `select extract(epoch from next_attempt_at - now())::float8 as seconds from webhook_delivery
         where webhook_id = $1 and attempts = $2`,
        [webhookId, attempt],
      );
      pauses.push(row?.seconds ?? 0);
      await webhooks.retry();
    }
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / 3600).toBeGreaterThan(30);
    expect(pauses.every((pause, index) => index === 0 || pause > (pauses[index - 1] ?? 0) * 0.7)).toBe(true);
    expect((await webhooks.deliveries(webhookId)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['failed', 12],
      ['pending', 1],
    ]);
  });

  it('deliveries to an endpoint that never responds do not delay those to another', async () => {
    bad.respond = () => undefined;
    const slow = await webhooks.aWebhook(archive, { url: bad.url, events: ['document:created'] });
    await webhooks.aWebhook(archive, { url: good.url, events: ['document:created'] });
    const closed: Promise<unknown>[] = [];
    good.respond = (_, response) => {
      closed.push(Promise.resolve(webhooks.deliveries(slow)));
      response.writeHead(204).end();
    };
    await upload('one.txt');
    await drain();
    const [deliveries] = (await Promise.all(closed)) as [{ attempts: number }[]];
    expect(deliveries.map(({ attempts }) => attempts)).toEqual([0]); // the other request was still under way
    expect(await attemptsOf(slow)).toMatchObject([
      { response_status: null, error: expect.stringContaining('within 3000 ms') },
    ]);
  });

  it('a redirect is a failure, and the first 4 KB of a response are kept without zero bytes', async () => {
    bad.respond = (_, response) => response.writeHead(302, { location: good.url }).end(`a\0b${'é'.repeat(5_000)}`);
    const webhookId = await webhooks.aWebhook(archive, { url: bad.url, events: ['document:created'] });
    await upload('redirected.txt');
    await drain();
    expect(good.requests).toEqual([]);
    const [attempt] = await attemptsOf(webhookId);
    expect(attempt).toMatchObject({ response_status: 302, is_response_cut: true, error: null });
    expect(attempt?.response_body).toMatch(/^abé{2000}/);
    expect(attempt?.response_body?.length).toBeLessThan(2_100);
  });

  it('deliveries end when the webhook is disabled, and no job is left', async () => {
    const webhookId = await webhooks.aWebhook(archive, {
      url: bad.url,
      events: ['document:created', 'document:deleted'],
    });
    const documentId = await upload('cancelled.txt');
    await drain();
    await archive.api.delete(`${base}/documents/${documentId}`);
    await drain();
    await webhooks.rows('update webhook set enabled = false where id = $1', [webhookId]);
    await webhooks.retry();
    expect((await webhooks.deliveries(webhookId)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(
      await webhooks.rows(
        `select from job.job where name = 'webhook.deliver' and state < 'completed' and data ->> 'webhookId' = $1`,
        [webhookId],
      ),
    ).toEqual([]);
  });

  it('deleting a webhook during a request leaves nothing behind', async () => {
    const webhookId = await webhooks.aWebhook(archive, { url: bad.url, events: ['document:created'] });
    bad.respond = (_, response) => {
      void webhooks.rows('delete from webhook where id = $1', [webhookId]).then(() => response.writeHead(500).end());
    };
    await upload('deleted.txt');
    await drain();
    expect(bad.requests).toHaveLength(1);
    expect(await webhooks.deliveries(webhookId)).toEqual([]);
    expect(await webhooks.rows(`select from job.job where name = 'webhook.deliver' and state < 'completed'`)).toEqual(
      [],
    );
  });

  it('a webhook whose deliveries fail for long is disabled with an event and a mail to the owners', async () => {
    const webhookId = await webhooks.aWebhook(archive, {
      url: bad.url,
      events: ['document:created', 'document:deleted'],
    });
    const documentId = await upload('long.txt');
    await drain();
    await archive.api.delete(`${base}/documents/${documentId}`);
    await webhooks.rows(`update webhook_state set failing_since = now() - interval '71 hours' where webhook_id = $1`, [
      webhookId,
    ]);
    await webhooks.retry();
    expect(await webhooks.rows('select enabled from webhook where id = $1', [webhookId])).toEqual([{ enabled: true }]);
    await webhooks.rows(`update webhook_state set failing_since = now() - interval '73 hours' where webhook_id = $1`, [
      webhookId,
    ]);
    await webhooks.retry();
    expect(await webhooks.rows('select enabled from webhook where id = $1', [webhookId])).toEqual([{ enabled: true }]);
    await webhooks.rows('update webhook_delivery set attempts = attempts + 1 where webhook_id = $1 and attempts > 0', [
      webhookId,
    ]);
    await webhooks.retry();
    expect(
      await webhooks.rows('select enabled, disabled_at is null as never, disabled_reason from webhook where id = $1', [
        webhookId,
      ]),
    ).toEqual([{ enabled: false, never: false, disabled_reason: 'No delivery was successful for 72 hours.' }]);
    expect((await webhooks.deliveries(webhookId)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
    expect(
      await webhooks.rows(`select payload from event where name = 'webhook:disabled' and organization_id = $1`, [
        archive.organizationId,
      ]),
    ).toEqual([{ payload: { webhookId, name: 'Test', failingSince: ANY_ISO } }]);
    expect(webhooks.mails).toMatchObject([
      { subject: 'A webhook was disabled', text: expect.stringContaining('"Test" of the organization "Test archive"') },
    ]);
  });

  it('a delivery whose receiver closes the connection fails with a reason that names no path', async () => {
    bad.respond = (_, response) => response.destroy();
    const webhookId = await webhooks.aWebhook(archive, { url: `${bad.url}/token-hush`, events: ['document:created'] });
    await upload('closed.txt');
    await drain();
    const [attempt] = await attemptsOf(webhookId);
    expect(attempt).toMatchObject({ response_status: null, error: expect.stringContaining('127.0.0.1') });
    expect(attempt?.error).not.toContain('hush');
  });
});
