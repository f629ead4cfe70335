import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../support/app.js';
import { MailServer } from '../support/mail-server.js';
import { AuthenticatorApp } from '../support/totp.js';
import type { Answer, Caller } from './caller.js';
import { aCaller, follow, linkIn, PAGES, startMailing } from './mailing-app.js';
import { aNumber, anId, aTime, WebClient, type Json } from './web-client.js';

const PASSWORD = 'a good password';

let mailServer: MailServer;
let app: TestApp;
let administrator: { caller: Caller; client: WebClient; id: string };

async function signUp(email: string): Promise<{ caller: Caller; client: WebClient; id: string }> {
  const caller = aCaller(app);
  const { status, body } = await caller.post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  expect(status).toBe(200);
  return { caller, client: new WebClient(caller), id: (body as { user: { id: string } }).user.id };
}

/** Sign-in has its own form of errors: `401 INVALID_CODE`, with the code at the top. */
const failureOf = ({ status, body }: Answer) => `${status} ${(body as { code: string }).code}`;
const auth = (caller: Caller, path: string, body: object) => caller.post(`/api/auth/${path}`, body);

const person = (email: string) => ({
  ...{ id: anId('usr'), name: 'Ada', email, emailVerified: expect.any(Boolean), image: null },
  ...{ createdAt: aTime, updatedAt: aTime },
});

beforeAll(async () => {
  mailServer = await MailServer.start();
  app = await startMailing(mailServer);
  administrator = await signUp('first@example.com');
});
afterAll(async () => {
  await app.close();
  await mailServer.stop();
});

describe('the pages of the contract for sign-in', () => {
  it('the pages ask for a code after the password, and sign in with it or with a backup code', async () => {
    const email = 'codes@example.com';
    const { caller } = await signUp(email);
    expect(failureOf(await auth(caller, 'two-factor/enable', { password: 'wrong password' }))).toBe(
      '400 INVALID_PASSWORD',
    );
    const enabled = await auth(caller, 'two-factor/enable', { password: PASSWORD });
    const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
    expect(enabled).toMatchObject({ status: 200, body: { totpURI: expect.stringMatching(/^otpauth:\/\/totp\//) } });
    expect(backupCodes).toHaveLength(10);
    const authenticator = new AuthenticatorApp(totpURI);
    expect(await auth(caller, 'two-factor/verify-totp', { code: authenticator.code(-1) })).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: person(email) },
    });
    expect((await caller.get('/api/users/me')).body).toMatchObject({ user: { twoFactorEnabled: true } });

    const browser = aCaller(app);
    expect(await auth(browser, 'sign-in/email', { email, password: PASSWORD })).toMatchObject({
      status: 200,
      body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
    });
    expect((await browser.get('/api/auth/get-session')).body).toBeNull();
    const wrong = { code: authenticator.wrongCode(), trustDevice: false };
    expect(failureOf(await auth(browser, 'two-factor/verify-totp', wrong))).toBe('401 INVALID_CODE');
    const right = { code: authenticator.code(), trustDevice: true };
    expect(await auth(browser, 'two-factor/verify-totp', right)).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: { ...person(email), twoFactorEnabled: true } },
    });
    expect((await browser.get('/api/auth/get-session')).body).toMatchObject({ session: { id: anId('auth_ses') } });

    const other = aCaller(app);
    await auth(other, 'sign-in/email', { email, password: PASSWORD });
    const typo = await auth(other, 'two-factor/verify-backup-code', { code: 'aaaaa-aaaaa' });
    expect(failureOf(typo)).toBe('401 INVALID_BACKUP_CODE');
    expect(await auth(other, 'two-factor/verify-backup-code', { code: backupCodes[0] })).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: person(email) },
    });
    expect(failureOf(await auth(aCaller(app), 'two-factor/verify-totp', right))).toBe('401 INVALID_TWO_FACTOR_COOKIE');
    expect((await auth(other, 'two-factor/generate-backup-codes', { password: PASSWORD })).body).toMatchObject({
      status: true,
      backupCodes: expect.any(Array),
    });
    expect(await auth(other, 'two-factor/disable', { password: PASSWORD })).toMatchObject({
      status: 200,
      body: { status: true },
    });
  });

  it('the pages set a new password by a mail, and show why a link does not work', async () => {
    const email = 'forgot@example.com';
    await signUp(email);
    const redirectTo = `${PAGES}/reset-password`;
    const asked = await auth(aCaller(app), 'request-password-reset', { email, redirectTo });
    expect(asked).toMatchObject({ status: 200, body: { status: true, message: expect.any(String) } });
    const unknown = await auth(aCaller(app), 'request-password-reset', { email: 'nil@example.com', redirectTo });
    expect(unknown.body).toEqual(asked.body);
    const elsewhere = { email, redirectTo: 'https://eve.example/reset-password' };
    expect(failureOf(await auth(aCaller(app), 'request-password-reset', elsewhere))).toBe('403 INVALID_REDIRECT_URL');
    await app.drain();
    const link = linkIn(mailServer.arrived.find(({ recipients }) => recipients.includes(email)));
    const { status, location } = await follow(app, link);
    expect([status, location.slice(0, location.indexOf('=') + 1)]).toEqual([302, `${redirectTo}?token=`]);
    const token = new URL(location).searchParams.get('token');
    for (const [newPassword, code] of [
      ['short', 'PASSWORD_TOO_SHORT'],
      ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ])
      expect(failureOf(await auth(aCaller(app), 'reset-password', { newPassword, token }))).toBe(`400 ${code}`);
    const change = { newPassword: 'another password', token };
    expect(await auth(aCaller(app), 'reset-password', change)).toMatchObject({ status: 200, body: { status: true } });
    expect(failureOf(await auth(aCaller(app), 'reset-password', change))).toBe('400 INVALID_TOKEN');
    expect((await follow(app, link)).location).toBe(`${redirectTo}?error=INVALID_TOKEN`);
    const old = await auth(aCaller(app), 'sign-in/email', { email, password: PASSWORD });
    expect(failureOf(old)).toBe('401 INVALID_EMAIL_OR_PASSWORD');
    expect((await auth(aCaller(app), 'sign-in/email', { email, password: 'another password' })).status).toBe(200);
  });
});

describe('the pages of the contract for administrators', () => {
  let organizationId: string;
  let client: WebClient;

  const stats = {
    ...{ documentsCount: 1, documentsSize: aNumber, deletedDocumentsCount: 0, deletedDocumentsSize: 0 },
    ...{ totalDocumentsCount: 1, totalDocumentsSize: aNumber },
  };

  beforeAll(async () => {
    ({ client } = administrator);
    const { organization } = await client.call('POST', '/api/organizations', { name: 'Family papers' });
    organizationId = (organization as { id: string }).id;
    await client.upload(`/api/organizations/${organizationId}/documents`, 'invoice.txt', 'An invoice of May');
  });

  it('the pages for administrators are open only with bo:access, and others get no 401, which would sign them out', async () => {
    expect(await client.call('GET', '/api/users/me')).toMatchObject({
      user: { permissions: expect.arrayContaining(['bo:access']) },
    });
    const other = await signUp('other@example.com');
    expect(await other.client.call('GET', '/api/users/me')).toMatchObject({ user: { permissions: [] } });
    expect(await other.client.failureOf('GET', '/api/admin/users?pageIndex=0&pageSize=25')).toMatch(/^403 /);
  });

  it('the client reads the analytics of users, organizations and documents', async () => {
    expect(await client.call('GET', '/api/admin/users/count')).toEqual({ userCount: aNumber });
    expect(await client.call('GET', '/api/admin/organizations/count')).toEqual({ organizationCount: 1 });
    expect(await client.call('GET', '/api/admin/documents/stats')).toEqual(stats);
  });

  it('the client lists users, shows one with organizations, roles and plans, and deletes one', async () => {
    const { id } = await signUp('gone@example.com');
    const { users, ...page } = await client.call('GET', '/api/admin/users?search=gone&pageIndex=0&pageSize=25');
    expect(page).toEqual({ totalCount: 1, pageIndex: 0, pageSize: 25 });
    const row = { ...person('gone@example.com'), id, maxOrganizationCount: null, twoFactorEnabled: false };
    expect(users).toEqual([expect.objectContaining({ ...row, organizationCount: 0 })]);
    expect(await client.call('GET', `/api/admin/users/${administrator.id}`)).toMatchObject({
      user: { ...person('first@example.com'), maxOrganizationCount: 10 },
      organizations: [{ id: organizationId, name: 'Family papers' }],
      roles: ['admin'],
      planEntitlements: [],
      availablePlanEntitlementTypes: expect.any(Array),
    });
    await client.call('DELETE', `/api/admin/users/${id}`);
    expect(await client.failureOf('GET', `/api/admin/users/${id}`)).toBe('404 users.not_found');
    expect(await client.failureOf('DELETE', `/api/admin/users/${administrator.id}`)).toBe(
      '400 users.cannot_delete_self',
    );
  });

  it('the client lists the organizations by page', async () => {
    const answer = await client.call('GET', '/api/admin/organizations?search=papers&pageIndex=0&pageSize=25');
    const { organizations, ...page } = answer;
    expect(page).toEqual({ totalCount: 1, pageIndex: 0, pageSize: 25 });
    expect(organizations).toMatchObject([
      {
        ...{ id: organizationId, createdAt: aTime, updatedAt: aTime, name: 'Family papers', customerId: null },
        ...{ deletedAt: null, deletedBy: null, scheduledPurgeAt: null, memberCount: 1 },
      },
    ]);
  });

  it('the client shows one organization with members, intake addresses, webhooks and numbers', async () => {
    const base = `/api/admin/organizations/${organizationId}`;
    expect(await client.call('GET', base)).toMatchObject({ organization: { id: organizationId } });
    expect(await client.call('GET', `${base}/members`)).toMatchObject({
      members: [
        {
          ...{ id: anId('org_mem'), createdAt: aTime, updatedAt: aTime, organizationId, userId: administrator.id },
          ...{ role: 'owner', user: person('first@example.com') },
        },
      ],
    });
    expect(await client.call('GET', `${base}/intake-emails`)).toEqual({ intakeEmails: [] });
    const webhook = { name: 'Hook', url: 'http://127.0.0.9:9/hook', events: ['document:created'] };
    await client.call('POST', `/api/organizations/${organizationId}/webhooks`, webhook);
    const { webhooks } = (await client.call('GET', `${base}/webhooks`)) as { webhooks: Json[] };
    expect(webhooks).toMatchObject([{ name: 'Hook', url: 'http://127.0.0.9:9/hook', organizationId }]);
    expect(await client.call('GET', `${base}/stats`)).toEqual({ stats });
    expect(await client.failureOf('GET', '/api/admin/organizations/org_aaaaaaaaaaaaaaaaaaaaaaaa')).toBe(
      '404 organization.not_found',
    );
  });

  it('plans cannot be given, claimed or taken away', async () => {
    const plans = `/api/admin/users/${administrator.id}/plan-entitlements`;
    expect(await client.call('GET', '/api/plan-entitlements')).toEqual({ planEntitlements: [] });
    expect(await client.failureOf('POST', '/api/plan-entitlements/selfhst-premium/claim')).toBe(
      '403 plan_entitlements.claims_not_enabled',
    );
    expect(await client.failureOf('POST', plans, { type: 'selfhst-premium' })).toBe(
      '400 plan_entitlements.not_eligible',
    );
  });
});
