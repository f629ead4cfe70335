import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { badgeFor, badgeIdentity } from './badge-identity.js';

describe('the endpoint of an identity plugin', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ AUTH_REQUESTS_PER_ADDRESS: '3' }, { plugins: [loaded(badgeIdentity)] });
  });
  afterAll(() => app.close());

  it('the endpoint of a plugin is limited to the requests per address of the settings', async () => {
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1) {
      const body = JSON.stringify(badgeFor('a@example.com', 'same'));
      const headers = { 'content-type': 'application/json' };
      statuses.push((await fetch(`${app.baseUrl}/api/auth/badge/sign-in`, { method: 'POST', headers, body })).status);
    }
    expect(statuses).toEqual([200, 401, 401, 429]);
  });
});
