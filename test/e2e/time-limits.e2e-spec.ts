import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { startApp, type TestApp } from '../support/app.js';

describe('the route timeout', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ SERVER_API_ROUTES_TIMEOUT_MS: '3000' });
  });
  afterAll(() => app.close());

  it('ends a request that waits too long with 504, with or without a body, and serves the next one', async () => {
    const { api, organizationId } = await app.anArchive();
    const url = `/api/organizations/${organizationId}`;
    const unitOfWork = app.app.get(UnitOfWork, { strict: false });
    await unitOfWork.run(async (tx) => {
      await tx.sql.query('select from organization where id = $1 for update', [organizationId]);
      const answer = await api.put(url, { name: 'Another name' });
      expect(answer).toMatchObject({ status: 504, body: { error: { code: 'api.timeout' } } });
    });
    // In a transaction of its own: the statement of the first request goes on waiting, and would deadlock with this one.
    await unitOfWork.run(async (tx) => {
      await tx.sql.query('lock table organization in access exclusive mode');
      expect(await api.get(url)).toMatchObject({ status: 504, body: { error: { code: 'api.timeout' } } });
    });
    expect(await api.get(url)).toMatchObject({ status: 200 });
  });

  it('the route timeout does not apply to uploads', async () => {
    const { api, organizationId } = await app.anArchive();
    let upload: ReturnType<typeof api.upload> | undefined;
    await app.app.get(UnitOfWork, { strict: false }).run(async (tx) => {
      await tx.sql.query('select from organization where id = $1 for update', [organizationId]);
      upload = api.upload(organizationId, { name: 'slow.txt', content: 'slow' });
      upload.catch(() => undefined); // awaited below
      // This request was sent later and has timed out: the upload has waited longer than the route timeout.
      expect((await api.put(`/api/organizations/${organizationId}`, { name: 'Another name' })).status).toBe(504);
    });
    expect(await upload).toMatchObject({ status: 200 });
  });
});
