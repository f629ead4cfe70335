import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CreateUser } from '#people/auth';
import type { TestApp } from '../support/app.js';
import { MailServer } from '../support/mail-server.js';
import { poolOf } from '../support/rows.js';
import { aCaller, follow, linkIn, PAGES, startMailing } from './mailing-app.js';
import { signIn as withSession } from './signed-in.js';

const PASSWORD = 'a good password';
let mailServer: MailServer;
let app: TestApp;
let nextPerson = 0;

const newEmail = () => `person${(nextPerson += 1)}@example.com`;
const signUp = (email: string, fields: object = {}) =>
  aCaller(app).post('/api/auth/sign-up/email', { name: ' Ada ', email, password: PASSWORD, ...fields });
const signIn = (email: string, password = PASSWORD, caller = aCaller(app)) =>
  caller.post('/api/auth/sign-in/email', { email, password });
const subjects = () => mailServer.arrived.map(({ mail }) => mail.subject);

async function linkTo(email: string): Promise<string> {
  await app.drain();
  return linkIn(mailServer.arrived.findLast(({ recipients }) => recipients.includes(email)));
}

const verify = async (email: string) => follow(app, await linkTo(email));

beforeAll(async () => {
  mailServer = await MailServer.start();
  app = await startMailing(mailServer, {
    AUTH_IS_EMAIL_VERIFICATION_REQUIRED: 'true',
    AUTH_FORBIDDEN_EMAIL_DOMAINS: 'forbidden.example',
    AUTH_WRONG_PASSWORDS_PER_ACCOUNT: '2',
  });
});
afterAll(async () => {
  await app.close();
  await mailServer.stop();
});
beforeEach(() => {
  mailServer.arrived.length = 0;
});

describe('where e-mail addresses must be verified', () => {
  it('a sign-up gives no session, and its mail leads to an account that can sign in', async () => {
    const email = newEmail();
    const signedUp = await signUp(email, { callbackURL: `${PAGES}/email-verification` });
    expect(signedUp).toMatchObject({ status: 200, cookies: [], body: { token: null, user: { email, name: 'Ada' } } });
    const link = await linkTo(email);
    expect(await signIn(email)).toMatchObject({ status: 403, cookies: [], body: { code: 'EMAIL_NOT_VERIFIED' } });
    await app.drain();
    expect(await follow(app, link)).toEqual({ status: 302, location: `${PAGES}/email-verification`, cookies: [] });
    expect(await signIn(email)).toMatchObject({ status: 200, body: { user: { email, emailVerified: true } } });
    expect(subjects()).toEqual(['Verify your e-mail address', 'Verify your e-mail address']); // sign-up and sign-in
  });

  it('a sign-in with a wrong password sends no mail', async () => {
    const email = newEmail();
    await signUp(email);
    await app.drain();
    mailServer.arrived.length = 0;
    expect((await signIn(email, 'a wrong password')).status).toBe(401);
    await app.drain();
    expect(mailServer.arrived).toEqual([]);
  });

  it('a sign-up with a known address gets the same response as any other, and its owner gets a mail', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await signUp(known);
    await verify(known);
    mailServer.arrived.length = 0;
    const answers = [await signUp(known, { name: ' Eve ' }), await signUp(unknown, { name: ' Eve ' })];
    const [ofKnown, ofUnknown] = answers.map(({ status, body, cookies }) => {
      const { user, token } = body as { user: Record<string, unknown>; token: unknown };
      const { id, email, createdAt, updatedAt, ...others } = user;
      const types = [id, email, createdAt, updatedAt].map((value) => typeof value);
      return { status, cookies, token, keys: Object.keys(user), idLength: String(id).length, types, others };
    });
    expect(ofKnown).toEqual(ofUnknown);
    await app.drain();
    const sent = mailServer.arrived.map(({ recipients, mail }) => `${recipients[0]}: ${mail.subject}`);
    expect(sent.sort()).toEqual(
      [`${known}: You already have an account`, `${unknown}: Verify your e-mail address`].sort(),
    );
    expect((await signIn(known)).status).toBe(200);
  });

  it.each([
    ['a name that is too long', { name: 'x'.repeat(51) }, 400],
    ['a blank name', { name: ' ' }, 400],
    ['an image that is not an address', { image: 'javascript:alert(1)' }, 400],
  ])('a sign-up with %s is refused for known and unknown addresses alike', async (_, fields, status) => {
    const known = newEmail();
    await signUp(known);
    const [ofKnown, ofUnknown] = [await signUp(known, fields), await signUp(newEmail(), fields)];
    expect([ofKnown.status, ofUnknown.status]).toEqual([status, status]);
    expect(ofKnown.body).toEqual(ofUnknown.body);
  });

  it('a sign-up with a forbidden domain is refused with the reason, even for an existing account', async () => {
    const { email } = await withSession(app, 'old@forbidden.example');
    for (const address of [email, 'new@forbidden.example'])
      expect(await signUp(address)).toMatchObject({ status: 403, body: { code: 'auth.forbidden_email_domain' } });
  });

  it('a sign-up with the address of another user gains no trust for guessing the password', async () => {
    const email = newEmail();
    await signUp(email);
    const attacker = aCaller(app);
    await attacker.post('/api/auth/sign-up/email', { name: 'Eve', email, password: 'of the attacker' });
    const statuses = [];
    for (let guess = 0; guess < 3; guess += 1)
      statuses.push((await signIn(email, `a wrong guess ${guess}`, attacker)).status);
    expect(statuses).toEqual([401, 401, 429]);
  });

  it.each([
    ['changed', (token: string) => `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
    ['unsigned', (token: string) => [toJwt({ alg: 'none' }), token.split('.')[1], ''].join('.')],
  ])('a link whose token is %s verifies nothing', async (_, change) => {
    const email = newEmail();
    await signUp(email, { callbackURL: '/done' });
    const link = new URL(await linkTo(email));
    link.searchParams.set('token', change(link.searchParams.get('token') ?? ''));
    expect((await follow(app, link.href)).location).toBe('/done?error=INVALID_TOKEN');
    expect((await signIn(email)).status).toBe(403);
  });

  it('another mail can be requested, with the same response for every address', async () => {
    const email = newEmail();
    await signUp(email);
    await app.drain();
    mailServer.arrived.length = 0;
    const ask = async (address: string) => {
      const { status, body } = await aCaller(app).post('/api/auth/send-verification-email', { email: address });
      return { status, body };
    };
    expect(await ask('no.account@example.com')).toEqual(await ask(email));
    expect((await verify(email)).status).toBe(302);
    expect(await ask(email)).toEqual({ status: 200, body: { status: true } });
    await app.drain();
    expect(mailServer.arrived.map(({ recipients }) => recipients[0])).toEqual([email]);
  });

  it('an account that the administrator creates on the command line can sign in at once', async () => {
    const email = newEmail();
    await app.app.get(CreateUser, { strict: false }).execute({ email, password: PASSWORD });
    expect((await signIn(email)).status).toBe(200);
  });

  it('a member accepts an invitation only with a verified address', async () => {
    const owner = await withSession(app, newEmail());
    const guest = await withSession(app, newEmail());
    const { body } = await owner.session.post<{ organization: { id: string } }>('/api/organizations', {
      name: 'House',
    });
    const url = `/api/organizations/${body.organization.id}/members/invitations`;
    expect((await owner.session.post(url, { email: guest.email, role: 'member' })).status).toBe(204);
    const listed = await guest.session.get<{ invitations: { id: string }[] }>('/api/invitations');
    const accept = `/api/invitations/${listed.body.invitations[0]?.id}/accept`;
    expect(await guest.session.post(accept, {})).toMatchObject({
      status: 403,
      body: { error: { code: 'auth.email_not_verified' } },
    });
    await poolOf(app).query('update "user" set email_verified = true where id = $1', [guest.userId]);
    expect((await guest.session.post(accept, {})).status).toBe(204);
  });

  it('GET /api/config reports that e-mail addresses must be verified', async () => {
    expect((await aCaller(app).get('/api/config')).body).toMatchObject({
      config: { auth: { isEmailVerificationRequired: true } },
    });
  });
});

const toJwt = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
