import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { CLIENT, OpenIdProvider, type OpenIdPerson } from '../support/openid-provider.js';
import { poolOf } from '../support/rows.js';
import { Caller } from './caller.js';

const LANDING = '/after-sign-in';
const PAGES = 'http://archive.example';
const REDIRECT_URI = `${PAGES}/api/auth/oauth2/callback/acme`;

const person = (name: string, more: Partial<OpenIdPerson> = {}): OpenIdPerson => ({
  sub: `sub-of-${name}`,
  email: `${name}@example.com`,
  email_verified: true,
  name: `${name} of Acme`,
  ...more,
});

/** A browser that begins a sign-in here, goes to the provider and comes back. */
async function signIn(app: TestApp, provider: OpenIdProvider, caller: Caller, path = 'sign-in/oauth2') {
  const field = path === 'sign-in/oauth2' ? 'providerId' : 'provider';
  const begun = await caller.post(`/api/auth/${path}`, { [field]: 'acme', callbackURL: LANDING });
  expect(begun).toMatchObject({ status: 200, body: { redirect: true } });
  const back = await provider.visit((begun.body as { url: string }).url);
  return { back, ...(await comeBack(app, caller, back)) };
}

async function comeBack(app: TestApp, caller: Caller, back: URL): Promise<{ status: number; location: string }> {
  const response = await caller.send('GET', back.pathname + back.search, undefined, undefined);
  return { status: response.status, location: response.headers.get('location') ?? '' };
}

describe('sign-in with an OpenID Connect provider', () => {
  let app: TestApp;
  let provider: OpenIdProvider;
  let organizationId: string;
  const browser = () => new Caller(app.baseUrl, PAGES, {}, new Map(), 'manual');

  const custom = (issuer: string, organization: string) => ({
    providerId: 'acme',
    providerName: 'Acme',
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    type: 'oidc',
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    claims: {
      roles: 'groups',
      administrators: ['it'],
      organizations: [
        { value: 'finance', organizationId: organization, role: 'member' },
        { value: 'finance-lead', organizationId: organization, role: 'admin' },
      ],
      isAuthoritative: true,
    },
  });

  beforeAll(async () => {
    provider = await OpenIdProvider.start([REDIRECT_URI]);
    organizationId = 'org_financefinancefinancefin';
    app = await startApp({
      APP_BASE_URL: PAGES,
      AUTH_PROVIDERS_CUSTOMS: JSON.stringify([custom(provider.issuer, organizationId)]),
    });
    const { userId } = await app.anArchive();
    await poolOf(app).query(
      `with made as (insert into organization (id, created_at, updated_at, name) values ($1, now(), now(), 'Finance')),
         logged as (insert into organization_log (organization_id) values ($1))
       insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
       values ('org_mem_financefinancefinancefin', now(), now(), $1, $2, 'owner')`,
      [organizationId, userId],
    );
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });

  const rolesIn = async (email: string) => {
    const { rows } = await poolOf(app).query<{ role: string }>(
      `select m.role from organization_member m join "user" u on u.id = m.user_id
       where u.email = $1 and m.organization_id = $2`,
      [email, organizationId],
    );
    return rows.map(({ role }) => role);
  };

  it('sign-in with OpenID Connect is offered in the public configuration', async () => {
    const { body } = await browser().get('/api/config');
    expect(body).toMatchObject({
      config: { auth: { providers: { customs: [{ providerId: 'acme', providerName: 'Acme' }] } } },
    });
  });

  it.each(['sign-in/oauth2', 'sign-in/social'])('sign-in creates the account and a session by %s', async (path) => {
    provider.person = person(path === 'sign-in/social' ? 'ada' : 'grace');
    const caller = browser();
    expect(await signIn(app, provider, caller, path)).toMatchObject({ status: 302, location: LANDING });
    expect((await caller.get('/api/users/me')).body).toMatchObject({
      user: { email: provider.person.email, name: provider.person.name },
    });
    const again = browser();
    expect(await signIn(app, provider, again, path)).toMatchObject({ status: 302, location: LANDING });
    expect((await again.get('/api/users/me')).status).toBe(200);
  });

  it('no token of the provider is kept', async () => {
    const { rows } = await poolOf(app).query<Record<string, unknown>>(
      `select access_token, refresh_token, id_token from auth_account where provider_id = 'acme'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toEqual({ access_token: null, refresh_token: null, id_token: null });
  });

  it('a replayed callback is refused, and one in another browser', async () => {
    provider.person = person('replayed');
    const caller = browser();
    const { back } = await signIn(app, provider, caller);
    const replayed = await comeBack(app, caller, back);
    expect(replayed.location).toMatch(/[?&]error=/);
    expect((await comeBack(app, browser(), back)).location).toMatch(/[?&]error=/);
    const begun = await browser().post('/api/auth/sign-in/oauth2', { providerId: 'acme', callbackURL: LANDING });
    const stolen = await provider.visit((begun.body as { url: string }).url);
    const victim = browser();
    expect((await comeBack(app, victim, stolen)).location).toMatch(/[?&]error=/);
    expect((await victim.get('/api/users/me')).status).toBe(401);
  });

  it('an unverified address of the provider does not sign in to the account of that address with a password', async () => {
    await app.aUser({ email: 'victim@example.com' });
    provider.person = person('victim', { sub: 'attacker', email_verified: false });
    const caller = browser();
    expect((await signIn(app, provider, caller)).location).toMatch(/error=account_not_linked/);
    expect((await caller.get('/api/users/me')).status).toBe(401);
  });

  it('an account whose address both sides have verified is linked', async () => {
    await app.aUser({ email: 'linked@example.com' });
    await poolOf(app).query(`update "user" set email_verified = true where email = 'linked@example.com'`);
    provider.person = person('linked');
    expect(await signIn(app, provider, browser())).toMatchObject({ status: 302, location: LANDING });
    const { rows } = await poolOf(app).query(`select from "user" where email = 'linked@example.com'`);
    expect(rows).toHaveLength(1);
  });

  it('roles in organizations follow from the claims, and are removed when the claims are gone', async () => {
    const { email } = (provider.person = person('clerk', { groups: ['finance', 'other'] }));
    await signIn(app, provider, browser());
    expect(await rolesIn(email)).toEqual(['member']);
    provider.person.groups = ['finance-lead', 'finance'];
    await signIn(app, provider, browser());
    expect(await rolesIn(email)).toEqual(['admin']);
    provider.person.groups = [];
    await signIn(app, provider, browser());
    expect(await rolesIn(email)).toEqual([]);
    const { rows } = await poolOf(app).query<{ name: string; actor_reason: string }>(
      'select name, actor_reason from event where organization_id = $1 order by position',
      [organizationId],
    );
    expect(rows.map(({ name }) => name)).toEqual(['member:added', 'member:role-changed', 'member:removed']);
    expect(new Set(rows.map((row) => row.actor_reason))).toEqual(new Set(['sign-in']));
  });

  it('people with the value become administrators, and lose the rights without it', async () => {
    provider.person = person('chief', { groups: ['it'] });
    const caller = browser();
    await signIn(app, provider, caller);
    expect((await caller.get('/api/admin/users/count')).status).toBe(200);
    provider.person.groups = [];
    await signIn(app, provider, browser());
    expect((await caller.get('/api/admin/users/count')).status).toBe(403);
  });

  it('a disabled user is refused before the claims have an effect', async () => {
    provider.person = person('dismissed', { groups: [] });
    await signIn(app, provider, browser());
    await poolOf(app).query(`update "user" set disabled_at = now() where email = 'dismissed@example.com'`);
    provider.person.groups = ['finance', 'it'];
    expect((await signIn(app, provider, browser())).location).toMatch(/error=ACCOUNT_DISABLED/);
    expect(await rolesIn('dismissed@example.com')).toEqual([]);
  });

  it.each([
    ['a form', 'providerId=acme&callbackURL=/x', 'application/x-www-form-urlencoded'],
    ['null', 'null', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['no provider', '{"callbackURL":"/x"}', 'application/json'],
  ])('a body that is %s is refused', async (_, body, type) => {
    const { status } = await browser().send('POST', '/api/auth/sign-in/oauth2', body, type);
    expect([400, 403, 415]).toContain(status);
  });

  it('an unknown provider returns the error that clients know', async () => {
    const unknown = await browser().post('/api/auth/sign-in/oauth2', { providerId: 'unknown', callbackURL: LANDING });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'PROVIDER_CONFIG_NOT_FOUND' } });
    const social = await browser().post('/api/auth/sign-in/social', { provider: 'unknown', callbackURL: LANDING });
    expect(social).toMatchObject({ status: 404, body: { code: 'PROVIDER_NOT_FOUND' } });
  });

  it('sign-in with OpenID Connect does not redirect to another site afterwards', async () => {
    for (const callbackURL of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const { status } = await browser().post('/api/auth/sign-in/oauth2', { providerId: 'acme', callbackURL });
      expect({ callbackURL, status }).toEqual({ callbackURL, status: 403 });
    }
  });
});

describe('the switches of sign-up', () => {
  it.each([
    ['registration is off', { AUTH_IS_REGISTRATION_ENABLED: 'false' }, /error=signup_disabled/],
    ['the domain is forbidden', { AUTH_FORBIDDEN_EMAIL_DOMAINS: 'example.com' }, /error=auth\.forbidden_email_domain/],
    ['the domain is not allowed', { AUTH_ALLOWED_EMAIL_DOMAINS: 'acme.example' }, /error=auth\.forbidden_email_domain/],
  ])('the switches of sign-up apply to a provider too when %s', async (_, settings, expected) => {
    const provider = await OpenIdProvider.start([REDIRECT_URI]);
    const customs = [
      {
        providerId: 'acme',
        providerName: 'Acme',
        clientId: CLIENT.client_id,
        clientSecret: CLIENT.client_secret,
        discoveryUrl: provider.discoveryUrl,
      },
    ];
    const app = await startApp({ APP_BASE_URL: PAGES, AUTH_PROVIDERS_CUSTOMS: JSON.stringify(customs), ...settings });
    try {
      provider.person = person('newcomer');
      const caller = new Caller(app.baseUrl, PAGES, {}, new Map(), 'manual');
      expect((await signIn(app, provider, caller)).location).toMatch(expected);
      const { rows } = await poolOf(app).query(`select from "user" where email = 'newcomer@example.com'`);
      expect(rows).toEqual([]);
    } finally {
      await app.close();
      await provider.stop();
    }
  });
});

describe('a provider that is trusted with addresses', () => {
  it('a trusted provider is linked to an account with an unverified address, and another provider is not', async () => {
    const provider = await OpenIdProvider.start([REDIRECT_URI, `${PAGES}/api/auth/oauth2/callback/other`]);
    const custom = (providerId: string) => ({
      providerId,
      providerName: providerId,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      discoveryUrl: provider.discoveryUrl,
    });
    const app = await startApp({
      APP_BASE_URL: PAGES,
      AUTH_PROVIDERS_CUSTOMS: JSON.stringify([custom('acme'), custom('other')]),
      AUTH_TRUSTED_LINKING_PROVIDERS: 'acme',
    });
    try {
      await app.aUser({ email: 'known@example.com' });
      provider.person = person('known');
      const caller = () => new Caller(app.baseUrl, PAGES, {}, new Map(), 'manual');
      const by = async (id: string, browser: Caller) => {
        const { body } = await browser.post('/api/auth/sign-in/oauth2', { providerId: id, callbackURL: LANDING });
        return comeBack(app, browser, await provider.visit((body as { url: string }).url));
      };
      expect((await by('other', caller())).location).toMatch(/error=account_not_linked/);
      expect((await by('acme', caller())).location).toBe(LANDING);
      const { rows } = await poolOf(app).query<{ provider_id: string }>('select provider_id from auth_account');
      expect(rows.map((row) => row.provider_id).sort()).toEqual(['acme', 'credential']);
    } finally {
      await app.close();
      await provider.stop();
    }
  });
});
