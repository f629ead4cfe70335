import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#libs/database';
import { startApp, type TestApp } from '../support/app.js';

describe('a request that takes too long', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ SERVER_API_ROUTES_TIMEOUT_MS: '500' });
  });
  afterAll(() => app.close());

  it('is answered with 504, with a body or without, and the next one is answered well', async () => {
    const { api, organizationId } = await app.anArchive();
    const url = `/api/organizations/${organizationId}`;
    await app.app.get(UnitOfWork, { strict: false }).run(async (tx) => {
      await tx.sql.query('select from organization where id = $1 for update', [organizationId]);
      const answer = await api.put(url, { name: 'Another name' });
      expect(answer).toMatchObject({ status: 504, body: { error: { code: 'api.timeout' } } });
      await tx.sql.query('lock table organization in access exclusive mode');
      expect(await api.get(url)).toMatchObject({ status: 504, body: { error: { code: 'api.timeout' } } });
    });
    expect(await api.get(url)).toMatchObject({ status: 200 });
  });

  it('is let go on when it is an upload', async () => {
    const { api, organizationId } = await app.anArchive();
    let upload: ReturnType<typeof api.upload> | undefined;
    await app.app.get(UnitOfWork, { strict: false }).run(async (tx) => {
      await tx.sql.query('select from organization where id = $1 for update', [organizationId]);
      upload = api.upload(organizationId, { name: 'slow.txt', content: 'slow' });
      upload.catch(() => undefined); // looked at below
      // Sent later and given up already: the upload has waited longer than that.
      expect((await api.put(`/api/organizations/${organizationId}`, { name: 'Another name' })).status).toBe(504);
    });
    expect(await upload).toMatchObject({ status: 200 });
  });
});
