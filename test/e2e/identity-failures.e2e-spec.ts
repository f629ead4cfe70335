import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { definePlugin } from '@archivolt/plugin-kit';
import { baseUrl, ServerConfig } from '#config/server';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { badgeFor, badgeIdentity } from './badge-identity.js';

/** Its sign-in library plugin asks the provider when it starts, as `genericOAuth` with a discovery URL does. */
const failing = definePlugin({
  id: 'identity-failing',
  contract: 2,
  provides: {
    identity: {
      create: () => ({
        plugins: [{ id: 'failing', init: () => Promise.reject(new Error('the provider is away')) }],
        signInProviders: [{ id: 'failing', name: 'Failing' }],
      }),
    },
  },
});

describe('a plugin of the sign-in library that cannot start', () => {
  let app: TestApp;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    app = await startApp({}, { plugins: [loaded(failing), loaded(badgeIdentity)] });
  });
  afterAll(() => app.close());
  afterAll(() => {
    Logger.overrideLogger(true);
  });

  const post = (path: string, body: object) =>
    fetch(`${app.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl(app.installation.config(ServerConfig)) },
      body: JSON.stringify(body),
    });

  it('a plugin that cannot start is omitted, while passwords and other plugins work', async () => {
    await app.aUser({ email: 'ada@example.com' });
    const credentials = { email: 'ada@example.com', password: 'correct horse' };
    expect((await post('/api/auth/sign-in/email', credentials)).status).toBe(200);
    expect((await post('/api/auth/badge/sign-in', badgeFor('b@example.com', 'nonce-1'))).status).toBe(200);
    const { config } = (await (await fetch(`${app.baseUrl}/api/config`)).json()) as { config: object };
    expect(config).toMatchObject({ auth: { providers: { customs: [] } } });
  });
});
