import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { Caller } from './caller.js';

describe('responses of the API are kept by no cache', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('lists, single objects and sessions say that they must not be stored', async () => {
    const { api, organizationId } = await app.anArchive();
    const base = `/api/organizations/${organizationId}`;
    const { body } = await api.upload(organizationId, { name: 'private.txt', content: 'x' });
    const document = `${base}/documents/${body.document.id}`;
    for (const path of [
      base,
      `${base}/documents`,
      document,
      `${base}/tags`,
      `${base}/webhooks`,
      `${document}/activity`,
    ]) {
      const { status, headers } = await api.get(path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
    }
    const made = await api.post(`${base}/tags`, { name: 'Private', color: '#336699' });
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { headers } = await new Caller(app.baseUrl, app.baseUrl).get('/api/auth/get-session');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('what may be kept for a while still says so', async () => {
    const response = await fetch(`${app.baseUrl}/api/openapi.json`);
    await response.body?.cancel();
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
  });
});
