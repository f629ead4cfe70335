import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestApp } from '../support/app.js';
import { MailServer } from '../support/mail-server.js';
import { sample } from '../support/sample.js';
import { aCaller, follow, linkIn, PAGES, startMailing } from './mailing-app.js';

const PASSWORD = 'a good password';

let mailServer: MailServer;
let app: TestApp;
let nextPerson = 0;

async function anAccount(): Promise<string> {
  const email = `person${(nextPerson += 1)}@example.com`;
  const answer = await aCaller(app).post('/api/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return email;
}

beforeAll(async () => {
  mailServer = await MailServer.start();
  app = await startMailing(mailServer, { APP_BASE_URL: PAGES });
});
afterAll(async () => {
  await app.close();
  await mailServer.stop();
});
beforeEach(() => {
  mailServer.arrived.length = 0;
});

const OTHER_SITES = [
  'https://eve.example',
  '//eve.example',
  '/\\eve.example',
  '\\\\eve.example',
  '/%5Ceve.example',
  '/%2Feve.example',
  '/\t/eve.example',
  '/\n/eve.example',
  ' https://eve.example',
  'https:eve.example',
  'https:///eve.example',
  'https://archive.example@eve.example',
  'https://archive.example.eve.example',
  'https://eve.example\\@archive.example',
  'https://eve.example#@archive.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://archive.example',
  'data:text/html,<script>alert(1)</script>',
  '\u3002\u3002/eve.example',
  '/\u2215eve.example',
  'https://archive.example\u3002eve.example',
];

/** Of the other sites, the gate tries some at each place, the full set all. */
const SAMPLED = 6;

/** Where a browser goes from a page of the server. */
const siteOf = (location: string) => URL.parse(location, `${PAGES}/login`)?.origin;

describe('an address to go to afterwards', () => {
  it.each(sample(OTHER_SITES, SAMPLED, (site) => `sign-in ${site}`))(
    'a sign-in never leads to another site: %j',
    async (callbackURL) => {
      const email = await anAccount();
      for (const field of ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL']) {
        const { status, body, headers } = await aCaller(app).post('/api/auth/sign-in/email', {
          email,
          password: PASSWORD,
          [field]: callbackURL,
        });
        const url = (body as { url?: string }).url ?? headers.get('location') ?? PAGES;
        expect({ field, isHandled: [200, 400, 403].includes(status), site: siteOf(url) }).toEqual({
          field,
          isHandled: true,
          site: PAGES,
        });
      }
    },
  );

  it.each(sample(OTHER_SITES, SAMPLED, (site) => `link ${site}`))(
    'the links of mails never lead to another site: %j',
    async (page) => {
      const email = await anAccount();
      await aCaller(app).post('/api/auth/request-password-reset', { email, redirectTo: '/reset-password' });
      await aCaller(app).post('/api/auth/send-verification-email', { email, callbackURL: '/' });
      await app.drain();
      expect(mailServer.arrived).toHaveLength(2);
      for (const arrived of mailServer.arrived) {
        const link = new URL(linkIn(arrived));
        link.searchParams.set('callbackURL', page);
        const { status, location } = await follow(app, link.href);
        const isHandled = [200, 302, 400, 403].includes(status);
        expect({ isHandled, site: siteOf(location || PAGES) }).toEqual({ isHandled: true, site: PAGES });
      }
    },
  );

  it('the address to go to may be a page of this server in any language', async () => {
    const email = await anAccount();
    const fields = { email, password: PASSWORD, callbackURL: '/Übersicht?für=mich' };
    const { status, body } = await aCaller(app).post('/api/auth/sign-in/email', fields);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { redirect: true, url: '/%C3%9Cbersicht?f%C3%BCr=mich' },
    });
    expect((await aCaller(app).post('/api/auth/request-password-reset', { email, redirectTo: '/zurück' })).status).toBe(
      200,
    );
    await app.drain();
    const { location } = await follow(app, linkIn(mailServer.arrived.at(-1)));
    expect(location).toContain('/zur%C3%BCck?token=');
  });
});
