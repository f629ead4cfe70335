import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { startApp, type TestApp } from '../support/app.js';
import { ForgingProvider, type ForgedToken } from '../support/forging-provider.js';
import { CLIENT } from '../support/openid-provider.js';
import { poolOf } from '../support/rows.js';
import { Caller } from './caller.js';

const LONG_AGO = Math.floor(Date.now() / 1_000) - 7_200;

describe('an id token of a provider', () => {
  let app: TestApp;
  let provider: ForgingProvider;

  beforeAll(async () => {
    provider = await ForgingProvider.start();
    const custom = {
      providerId: 'acme',
      providerName: 'Acme',
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      discoveryUrl: `${provider.issuer}/.well-known/openid-configuration`,
    };
    app = await startApp({ AUTH_PROVIDERS_CUSTOMS: JSON.stringify([custom]), AUTH_REQUESTS_PER_ADDRESS: '1000' });
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });
  beforeEach(() => {
    provider.forged = {};
  });

  /** The location after the callback, and whether there is a session. */
  const signIn = async (): Promise<{ location: string; isSignedIn: boolean }> => {
    const { port } = app.installation.config(ServerConfig);
    const caller = new Caller(app.baseUrl, `http://localhost:${port}`, {}, new Map(), 'manual');
    const begun = await caller.post('/api/auth/sign-in/oauth2', { providerId: 'acme', callbackURL: '/landed' });
    const query = provider.visit((begun.body as { url: string }).url);
    const { headers } = await caller.get(`/api/auth/oauth2/callback/acme?${query.toString()}`);
    return {
      location: headers.get('location') ?? '',
      isSignedIn: (await caller.get('/api/users/me')).status === 200,
    };
  };

  it('a correct id token signs in', async () => {
    expect(await signIn()).toEqual({ location: '/landed', isSignedIn: true });
    await poolOf(app).query(`delete from "user" where email = 'forged@example.com'`);
  });

  it.each<[string, ForgedToken]>([
    ['names another issuer', { claims: { iss: 'https://evil.example' } }],
    ['is for another client', { claims: { aud: 'another-client' } }],
    ['is for several clients without naming this one', { claims: { aud: [CLIENT.client_id, 'another'] } }],
    ['was issued to another client', { claims: { azp: 'another' } }],
    ['has expired', { claims: { iat: LONG_AGO, exp: LONG_AGO + 300 } }],
    ['belongs to another sign-in', { claims: { nonce: 'of-another-sign-in' } }],
    ['belongs to no sign-in', { withoutNonce: true }],
    ['has no subject', { claims: { sub: undefined } as unknown as NonNullable<ForgedToken['claims']> }],
    ['is not signed (alg none)', { signedWith: 'no key' }],
    ['is signed with another key', { signedWith: 'another key' }],
    ['is signed with the client secret', { signedWith: 'client secret' }],
    ['is signed with the public key as a secret', { signedWith: 'public key' }],
  ])('an id token that %s is refused, and no account is created', async (_, forged) => {
    provider.forged = forged;
    const { location, isSignedIn } = await signIn();
    expect({ refused: /[?&]error=/.test(location), isSignedIn }).toEqual({ refused: true, isSignedIn: false });
    const { rows } = await poolOf(app).query(`select from "user" where email = 'forged@example.com'`);
    expect(rows).toEqual([]);
  });
});
