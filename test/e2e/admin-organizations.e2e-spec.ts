import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { startApp, type TestApp } from '../support/app.js';
import { Caller } from './caller.js';
import { poolOf } from '../support/rows.js';

describe('the administration of organizations, figures and jobs', () => {
  let app: TestApp;
  let administrator: Caller;

  beforeAll(async () => {
    app = await startApp();
    const { port } = app.installation.config(ServerConfig);
    administrator = new Caller(app.baseUrl, `http://localhost:${port}`);
    const account = { name: 'First', email: 'first@example.com', password: 'correct horse' };
    expect((await administrator.post('/api/auth/sign-up/email', account)).status).toBe(200);
  });
  afterAll(() => app.close());

  it('lists organizations newest first with members and storage, deleted ones only on request', async () => {
    const { api, organizationId } = await app.anArchive();
    await api.upload(organizationId, { name: 'a.txt', content: '12345' });
    const { body } = await administrator.get('/api/admin/organizations');
    const { organizations, totalCount } = body as { organizations: { id: string }[]; totalCount: number };
    expect(organizations[0]).toMatchObject({ id: organizationId, memberCount: 1, documentsCount: 1, documentsSize: 5 });
    expect((await administrator.get('/api/admin/organizations/count')).body).toEqual({ organizationCount: totalCount });
    await api.delete(`/api/organizations/${organizationId}`);
    const ids = async (state: string) => {
      const page = (await administrator.get(`/api/admin/organizations?state=${state}`)).body;
      return (page as { organizations: { id: string }[] }).organizations.map(({ id }) => id);
    };
    expect(await ids('active')).not.toContain(organizationId);
    expect(await ids('deleted')).toEqual([organizationId]);
    const one = (await administrator.get(`/api/admin/organizations/${organizationId}`)).body;
    expect(one).toMatchObject({ organization: { id: organizationId, deletedAt: expect.any(String) as unknown } });
  });

  it('restores an organization that its owner has deleted, once', async () => {
    const { api, organizationId } = await app.anArchive();
    const restore = () => administrator.send('POST', `/api/admin/organizations/${organizationId}/restore`);
    expect((await restore()).body).toMatchObject({ error: { code: 'organization.not_deleted' } });
    await api.delete(`/api/organizations/${organizationId}`);
    expect((await restore()).status).toBe(204);
    expect((await api.get(`/api/organizations/${organizationId}/documents`)).status).toBe(200);
  });

  it('an administrator sees members, webhooks without secrets, intake addresses and figures of one organization', async () => {
    const { api, organizationId } = await app.anArchive();
    const hook = {
      name: 'hook',
      url: 'http://127.0.0.9:9/x',
      secret: 'very-secret-word',
      events: ['document:created'],
    };
    expect((await api.post(`/api/organizations/${organizationId}/webhooks`, hook)).status).toBe(200);
    const base = `/api/admin/organizations/${organizationId}`;
    expect((await administrator.get(`${base}/members`)).body).toMatchObject({
      members: [{ organizationId, role: 'owner', user: { email: expect.any(String) as unknown } }],
    });
    const webhooks = await administrator.get(`${base}/webhooks`);
    expect(webhooks.body).toMatchObject({
      webhooks: [{ name: 'hook', hasSecret: true, events: ['document:created'] }],
    });
    const all = await administrator.get('/api/admin/webhooks?search=hook&state=enabled');
    expect(all.body).toMatchObject({ webhooks: [{ organization: { id: organizationId } }], totalCount: 1 });
    expect(JSON.stringify([webhooks.body, all.body])).not.toContain('very-secret-word');
    const { body: made } = await api.post<{ intakeEmail: object }>(
      `/api/organizations/${organizationId}/intake-emails`,
    );
    expect((await administrator.get(`${base}/intake-emails`)).body).toEqual({ intakeEmails: [made.intakeEmail] });
    expect((await administrator.get(`${base}/stats`)).body).toEqual({
      stats: {
        documentsCount: 0,
        documentsSize: 0,
        deletedDocumentsCount: 0,
        deletedDocumentsSize: 0,
        totalDocumentsCount: 0,
        totalDocumentsSize: 0,
      },
    });
    const unknown = '/api/admin/organizations/org_aaaaaaaaaaaaaaaaaaaaaaaa';
    for (const path of [unknown, `${unknown}/members`, `${unknown}/webhooks`, `${unknown}/stats`])
      expect((await administrator.get(path)).body).toMatchObject({ error: { code: 'organization.not_found' } });
  });

  it('documents of all organizations are counted, with those in the trash, and day by day', async () => {
    const { api, organizationId } = await app.anArchive();
    const before = (await administrator.get('/api/admin/documents/stats')).body as Record<string, number>;
    const kept = await api.upload(organizationId, { name: 'kept.txt', content: '1234' });
    const gone = await api.upload(organizationId, { name: 'gone.txt', content: '123456' });
    await api.delete(`/api/organizations/${organizationId}/documents/${gone.body.document.id}`);
    expect(kept.status).toBe(200);
    const after = (await administrator.get('/api/admin/documents/stats')).body as Record<string, number>;
    const grown = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]));
    expect(grown).toEqual({
      documentsCount: 1,
      documentsSize: 4,
      deletedDocumentsCount: 1,
      deletedDocumentsSize: 6,
      totalDocumentsCount: 2,
      totalDocumentsSize: 10,
    });
    await poolOf(app).query(
      `insert into usage_day (organization_id, day, documents, bytes)
       values ($1, (now() at time zone 'UTC')::date - 40, 90, 900), ($1, (now() at time zone 'UTC')::date - 3, 50, 500)`,
      [organizationId],
    );
    const { body } = await administrator.get('/api/admin/statistics?days=7');
    const { statistics, days } = body as { statistics: Record<string, number>; days: Record<string, number>[] };
    expect(statistics).toMatchObject({ documentsCount: after['documentsCount'] });
    expect(statistics['activeUsersCount']).toBe(statistics['usersCount']); // all of them have used their keys
    const others = (after['totalDocumentsCount'] ?? 0) - 2;
    expect(days.map(({ documents }) => documents)).toEqual([90, 90, 90, 50, 50, 50, 2 + others]);
    expect(days.map(({ bytes }) => bytes)).toEqual([900, 900, 900, 500, 500, 500, after['totalDocumentsSize']]);
    expect(days.at(-1)).toMatchObject({
      users: statistics['usersCount'],
      organizations: statistics['organizationsCount'],
    });
  });

  describe('jobs that failed in their last attempt', () => {
    const dead = async (queue = 'mail.send') => {
      const { rows } = await poolOf(app).query<{ id: string }>(
        `insert into job.job (name, data, source_name, source_output, source_retry_count, source_created_on)
         values ($1 || '.failed', '{"organizationId": "org_x", "documentId": "doc_x", "body": "private"}', $1,
           '{"message": "The server does not respond."}', 4, now() - interval '1 hour') returning id`,
        [queue],
      );
      return rows[0]?.id ?? '';
    };
    const listed = async (query: string) => {
      const { body } = await administrator.get(`/api/admin/jobs?${query}`);
      return body as { jobs: { id: string }[]; totalCount: number };
    };

    it('failed jobs are listed with the error and their subject, without their data', async () => {
      const id = await dead();
      const { jobs } = await listed('queue=mail.send');
      expect(jobs[0]).toMatchObject({
        id,
        queue: 'mail.send',
        state: 'dead',
        attempts: 5,
        error: 'The server does not respond.',
        organizationId: 'org_x',
        subjectId: 'doc_x',
      });
      expect(JSON.stringify(jobs)).not.toContain('private');
      expect((await administrator.get('/api/admin/jobs?queue=unknown')).body).toMatchObject({
        jobs: [],
        totalCount: 0,
      });
    });

    it('failed jobs are retried one by one or by queue, or deleted', async () => {
      const [one, two, three] = [
        await dead('webhook.deliver'),
        await dead('webhook.deliver'),
        await dead('webhook.deliver'),
      ];
      expect((await administrator.send('POST', `/api/admin/jobs/${one}/retry`)).status).toBe(204);
      expect((await administrator.send('POST', `/api/admin/jobs/${one}/retry`)).body).toMatchObject({
        error: { code: 'jobs.not_found' },
      });
      const waiting = await listed('queue=webhook.deliver&state=waiting');
      expect(waiting.totalCount).toBe(1);
      expect((await administrator.send('POST', `/api/admin/jobs/${waiting.jobs[0]?.id}/retry`)).body).toMatchObject({
        error: { code: 'jobs.not_retryable' },
      });
      expect((await administrator.delete(`/api/admin/jobs/${two}`)).status).toBe(204);
      expect((await listed('queue=webhook.deliver')).jobs.map(({ id }) => id)).toEqual([three]);
      expect((await administrator.send('POST', '/api/admin/queues/webhook.deliver/retry')).body).toEqual({
        retriedCount: 1,
      });
      expect((await listed('queue=webhook.deliver')).totalCount).toBe(0);
      expect((await administrator.send('POST', '/api/admin/queues/unknown/retry')).body).toMatchObject({
        error: { code: 'jobs.queue_not_found' },
      });
      const { body } = await administrator.get('/api/admin/queues');
      expect((body as { queues: { name: string }[] }).queues).toContainEqual({
        name: 'webhook.deliver',
        waiting: 2,
        active: 0,
        failed: 0,
        oldestWaitingAt: expect.any(String) as unknown,
        completedLastHour: 0,
      });
    });
  });
});
