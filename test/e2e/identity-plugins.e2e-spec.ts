import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuthConfig } from '#config/auth';
import manifest from '../../plugins/_template/identity/src/plugin.js';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { poolOf } from '../support/rows.js';
import { badgeFor, badgeIdentity } from './badge-identity.js';
import { LocalOAuthProvider, type Person } from './local-oauth-provider.js';

interface SignIn {
  /** Where the browser is sent at the end. */
  location: string;
  cookie: string;
}

describe('identity plugins', () => {
  const provider = new LocalOAuthProvider();
  let app: TestApp;
  let config: AuthConfig;
  let people = 0;

  beforeAll(async () => {
    const url = await provider.start();
    const settings = { url, clientId: 'archive', clientSecret: 'secret', allowedGroup: 'staff', adminGroup: 'it' };
    const plugins = [loaded(manifest, settings), loaded(badgeIdentity)];
    app = await startApp({}, { plugins });
    config = app.installation.config(AuthConfig);
    await app.aUser({ email: 'first@example.com' });
    await poolOf(app).query(`update "user" set is_admin = true where email = 'first@example.com'`);
  });
  afterAll(() => app.close());
  afterAll(() => provider.stop());
  beforeEach(() => {
    config.rolesFromIdentity = false;
    config.isRegistrationEnabled = true;
  });

  const aPerson = (changes: Partial<Person> = {}): Person => {
    people += 1;
    const email = `person${people}@example.com`;
    return { sub: `sub-${people}`, email, email_verified: true, name: 'Ada', groups: ['staff'], ...changes };
  };

  const post = (path: string, body: object, cookie = '') =>
    fetch(`${app.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
      body: JSON.stringify(body),
    });

  /** Goes to the provider and back, as a browser does. */
  async function signIn(person: Person): Promise<SignIn> {
    provider.person = person;
    const started = await post('/api/auth/sign-in/social', { provider: 'template', callbackURL: '/welcome' });
    const { url } = (await started.json()) as { url: string };
    const state = new URL(url).searchParams.get('state') ?? '';
    const callback = `${app.baseUrl}/api/auth/callback/template?code=code&state=${encodeURIComponent(state)}`;
    const ended = await fetch(callback, { headers: { cookie: cookiesOf(started) }, redirect: 'manual' });
    return { location: ended.headers.get('location') ?? '', cookie: cookiesOf(ended) };
  }

  const cookiesOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
  const errorIn = ({ location }: SignIn) => new URL(location, app.baseUrl).searchParams.get('error');
  const userOf = async (email: string) => {
    const { rows } = await poolOf(app).query<{ id: string; name: string; isAdmin: boolean; accounts: number }>(
      `select u.id, u.name, u.is_admin as "isAdmin", count(a.id) filter (where a.provider_id = 'template')::int as accounts
       from "user" u left join auth_account a on a.user_id = u.id where u.email = $1 group by u.id`,
      [email],
    );
    return rows[0];
  };

  describe('with an OAuth provider', () => {
    it('an OAuth provider signs a new person in, with the name that the claims map to', async () => {
      const person = aPerson({ name: '  Ada Lovelace ' });
      const { location, cookie } = await signIn(person);
      expect(location).toBe('/welcome');
      const me = await fetch(`${app.baseUrl}/api/users/me`, { headers: { cookie } });
      expect([me.status, await me.json()]).toMatchObject([
        200,
        { user: { email: person.email, name: 'Ada Lovelace' } },
      ]);
    });

    it('a new name at the OAuth provider is taken over at the next sign-in', async () => {
      const person = aPerson({ name: 'Grace' });
      await signIn(person);
      await signIn({ ...person, name: 'Grace Hopper' });
      expect(await userOf(person.email)).toMatchObject({ name: 'Grace Hopper', accounts: 1 });
    });

    it('a person is refused with the reason of the plugin, and gets neither account nor session', async () => {
      const person = aPerson({ groups: [] });
      const ended = await signIn(person);
      const { searchParams } = new URL(ended.location, app.baseUrl);
      expect([searchParams.get('error'), searchParams.get('error_description')]).toEqual([
        'auth.sign_in_refused',
        'Only members of staff can sign in.',
      ]);
      expect(ended.cookie).not.toContain('session_token=ey');
      expect(await userOf(person.email)).toBeUndefined();
    });

    it('a person with an account is refused when the claims have changed', async () => {
      const person = aPerson();
      await signIn(person);
      expect(errorIn(await signIn({ ...person, groups: [] }))).toBe('auth.sign_in_refused');
    });

    it.each([
      ['an unverified address', false],
      ['a verified address, while the address of the account is not verified', true],
    ])('a person with %s cannot take over an account', async (_, isVerified) => {
      const { email } = aPerson();
      await app.aUser({ email });
      const ended = await signIn(aPerson({ email, email_verified: isVerified, groups: ['staff', 'it'] }));
      expect(errorIn(ended)).toBe('account_not_linked');
      expect(await userOf(email)).toMatchObject({ accounts: 0, isAdmin: false });
      const me = await fetch(`${app.baseUrl}/api/users/me`, { headers: { cookie: ended.cookie } });
      expect(me.status).toBe(401);
    });

    it('an OAuth provider gives no role unless AUTH_ROLES_FROM_IDENTITY is on', async () => {
      const person = aPerson({ groups: ['staff', 'it'] });
      await signIn(person);
      expect(await userOf(person.email)).toMatchObject({ isAdmin: false });
    });

    it('an OAuth provider gives and takes the role admin when AUTH_ROLES_FROM_IDENTITY is on, but not from the last administrator', async () => {
      config.rolesFromIdentity = true;
      const person = aPerson({ groups: ['staff', 'it'] });
      await signIn(person);
      expect(await userOf(person.email)).toMatchObject({ isAdmin: true });
      await signIn({ ...person, groups: ['staff'] });
      expect(await userOf(person.email)).toMatchObject({ isAdmin: false });

      await signIn(person);
      await poolOf(app).query(`update "user" set is_admin = false where email <> $1`, [person.email]);
      await signIn({ ...person, groups: ['staff'] });
      expect(await userOf(person.email)).toMatchObject({ isAdmin: true });
    });

    it('no account is created while registration is off, and existing accounts can sign in', async () => {
      const known = aPerson();
      await signIn(known);
      config.isRegistrationEnabled = false;
      const unknown = aPerson();
      expect(errorIn(await signIn(unknown))).toBe('signup_disabled');
      expect(await userOf(unknown.email)).toBeUndefined();
      expect((await signIn(known)).location).toBe('/welcome');
    });

    it('identity plugins are listed in GET /api/config', async () => {
      const { config: shown } = (await (await fetch(`${app.baseUrl}/api/config`)).json()) as { config: object };
      expect(shown).toMatchObject({
        auth: { providers: { customs: [{ providerId: 'template', providerName: 'Template' }] } },
      });
    });
  });

  describe('with an endpoint and a table of their own', () => {
    it('a plugin endpoint signs a person in and keeps a row in its table, whose id has the prefix of the plugin', async () => {
      const { email } = aPerson();
      const response = await post('/api/auth/badge/sign-in', badgeFor(email, 'nonce-1'));
      expect(response.status).toBe(200);
      const { userId } = (await response.json()) as { userId: string };
      const me = await fetch(`${app.baseUrl}/api/users/me`, { headers: { cookie: cookiesOf(response) } });
      expect(await me.json()).toMatchObject({ user: { id: userId, email } });
      const { rows } = await poolOf(app).query('select id, nonce, user_id from identity_badge_use');
      expect(rows).toEqual([{ id: expect.stringMatching(/^bdg_[a-z0-9]{24}$/), nonce: 'nonce-1', user_id: userId }]);
    });

    it('a plugin endpoint refuses a badge that was used before, and one with a wrong signature', async () => {
      const badge = badgeFor('twice@example.com', 'nonce-2');
      expect((await post('/api/auth/badge/sign-in', badge)).status).toBe(200);
      const again = await post('/api/auth/badge/sign-in', badge);
      expect([again.status, await again.json()]).toMatchObject([401, { code: 'BADGE_USED' }]);
      const forged = { ...badgeFor('twice@example.com', 'nonce-3'), email: 'first@example.com' };
      expect((await post('/api/auth/badge/sign-in', forged)).status).toBe(401);
    });

    it('a plugin endpoint follows the registration switch and the forbidden domains', async () => {
      config.isRegistrationEnabled = false;
      const refused = await post('/api/auth/badge/sign-in', badgeFor('new@example.com', 'nonce-4'));
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'signup_disabled' }]);
      config.isRegistrationEnabled = true;
      config.forbiddenEmailDomains.push('forbidden.example');
      const forbidden = await post('/api/auth/badge/sign-in', badgeFor('new@forbidden.example', 'nonce-5'));
      expect([forbidden.status, await forbidden.json()]).toMatchObject([403, { code: 'auth.forbidden_email_domain' }]);
    });
  });
});
