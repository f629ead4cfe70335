import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ScheduledTasks } from '#ground/jobs';
import { CreateApiKey } from '#people/auth';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { behaviours, WebhookReceiver } from '../support/webhook-receiver.js';
import { LOCAL_RECEIVERS, sendOnce } from './webhook-owner.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('a server on which a month passes', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let userId: string;
  /** When the server started, in the time that tests do not move. */
  const start = Date.now();
  const inDays = (days: number): string => new Date(start + days * DAY).toISOString();

  beforeAll(async () => {
    app = await startApp(LOCAL_RECEIVERS);
    ({ api, organizationId, userId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const upload = async (name: string): Promise<string> =>
    (await api.upload(organizationId, { name, content: name })).body.document.id;
  const statusOf = async (path: string, client: ApiClient = api): Promise<number> => (await client.get(path)).status;
  const passDays = async (days: number): Promise<void> => {
    for (let day = 0; day < days; day += 1) {
      await app.advance(DAY);
      await app.drain();
      const tasks = await app.app.get(ScheduledTasks).list();
      expect(tasks.filter(({ error }) => error !== null)).toEqual([]);
    }
  };

  it('a month without failures expires links and keys, purges the trash, and runs every scheduled task', async () => {
    const [shared, trashed] = [await upload('shared.txt'), await upload('trashed.txt')];
    const body = { expiresAt: inDays(10.5) };
    const link = await api.post<{ shareLink: { token: string } }>(`${base}/documents/${shared}/share-links`, body);
    const visit = `/api/share-links/${link.body.shareLink.token}/document`;
    const request = await api.post<{ fileRequest: { token: string } }>(`${base}/file-requests`, {
      title: 'Receipts',
      expiresAt: inDays(20.5),
    });
    expect([link.status, request.status]).toEqual([201, 201]);
    await api.delete(`${base}/documents/${trashed}`);
    await app.drain();
    const ask = `/api/file-requests/${request.body.fileRequest.token}`;
    expect([await statusOf(visit), await statusOf(ask)]).toEqual([200, 200]);

    const key = { userId, name: 'For ten days', permissions: ['documents:read'] as const };
    const { token } = await app.app
      .get(CreateApiKey, { strict: false })
      .execute({ ...key, expiresAt: new Date(inDays(10.5)) });
    const brief = new ApiClient(app.baseUrl, token);

    await passDays(10);
    expect([await statusOf(visit), await statusOf('/api/api-keys/current', brief)]).toEqual([200, 200]);
    await passDays(1);
    expect([await statusOf(visit), await statusOf('/api/api-keys/current', brief)]).toEqual([410, 401]);
    expect(await statusOf(ask)).toBe(200);
    await passDays(10);
    expect(await statusOf(ask)).toBe(410);

    const recent = await upload('recent.txt');
    const { document } = (await api.get<{ document: { createdAt: string } }>(`${base}/documents/${recent}`)).body;
    expect(Date.parse(document.createdAt)).toBeGreaterThanOrEqual(start + 21 * DAY);
    expect(await statusOf(`${base}/documents/${trashed}`)).toBe(200);
    await passDays(10);
    expect(await statusOf(`${base}/documents/${trashed}`)).toBe(404);
    expect(await statusOf(`${base}/documents/${shared}/file`)).toBe(200);

    const scheduled = app.app.get(ScheduledTasks);
    const tasks = await scheduled.list();
    // The others ran when there was something to do.
    const always = tasks.filter(({ name }) => scheduled.runnable().get(name)?.isNeeded === undefined);
    expect(always.length).toBeGreaterThan(10);
    // A weekly one names a day of the week.
    const latest = ({ cron }: { cron: string }) => start + (cron.endsWith(' *') ? 30 : 24) * DAY;
    expect(always.filter((task) => (task.startedAt?.getTime() ?? 0) < latest(task))).toEqual([]);
  });

  it('a delivery is attempted again when its pause is over, and given up after the last attempt', async () => {
    const receiver = await WebhookReceiver.start(behaviours.fails);
    try {
      const { owner, webhookId, delivery } = await sendOnce(app, receiver.url);
      // Each time more than the next pause.
      for (const [index, hours] of [1, 1, 1, 1, 1, 2, 3, 5, 9, 9, 14].entries()) {
        await app.advance(hours * HOUR);
        await app.drain();
        expect(await owner.attempts(webhookId, delivery.id)).toHaveLength(index + 2);
      }
      expect(await owner.deliveries(webhookId)).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
      expect(receiver.requests).toHaveLength(12);
    } finally {
      await receiver.close();
    }
  });
});
