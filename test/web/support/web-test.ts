import { mkdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { LoadedPlugin } from '#ground/plugin-host';
import type { Browser, BrowserContext } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { freePort } from '../../support/free-port.js';
import { launchChromium } from './chromium.js';
import { observedPage, type ObservedPage } from './observed-page.js';

/** A user with a session in a browser of their own, in which no page is open. */
export interface SignedUp {
  browser: BrowserContext;
  email: string;
  password: string;
  userId: string;
  organizationId: string;
  /** Calls the API as this user, with the session of the browser. */
  call<Body>(method: string, path: string, body?: object): Promise<Body>;
  /** As `call`, with a form or other content. */
  send<Body>(method: string, path: string, content: Content): Promise<Body>;
}

/** A user who is signed in, with a page that is empty at first. */
export interface SignedIn extends SignedUp, ObservedPage {
  /** Opens a page of the organization: `/documents`. */
  open(path: string): Promise<void>;
}

type Content = Pick<NonNullable<Parameters<BrowserContext['request']['fetch']>[1]>, 'data' | 'multipart'>;

interface NewUser {
  organization?: string;
  email?: string;
  name?: string;
}

/** The one whose hash `startApp` knows. */
export const PASSWORD = 'correct horse';

/** As long as pages wait. */
const WITHIN_MS = 90_000;

export interface WebTest {
  readonly app: TestApp;
  /** Of the pages. */
  readonly address: string;
  /** Opens a page in a new browser that has no session. */
  visit(path: string): Promise<ObservedPage & { browser: BrowserContext }>;
  /** A new user with an organization. */
  signUp(options?: NewUser): Promise<SignedUp>;
  /** A new user with an organization, and a page. */
  signIn(options?: NewUser): Promise<SignedIn>;
}

/**
 * Starts the whole server, which does its work as in production, for the tests of a file. After each test no page that
 * was opened here may have a console error, an exception or a violation of its policy. `host`: the name of this machine
 * in the address of the pages; `path`: what follows it. A function gives settings that an earlier `beforeAll` has found.
 * A service worker takes requests that `page.route` would see, so only tests of it allow one.
 *
 * The tests share one Chromium, in which each visitor and user has a context of their own. Users are made by request:
 * `accounts`, `onboarding` and `story` sign up and create organizations in the pages.
 */
export function webTest(
  environment: Record<string, string> | (() => Record<string, string>) = {},
  {
    host = '127.0.0.1',
    path = '',
    plugins = [],
    serviceWorkers = 'block',
  }: { host?: string; path?: string; plugins?: LoadedPlugin[]; serviceWorkers?: 'allow' | 'block' } = {},
): WebTest {
  let app: TestApp;
  let address = '';
  let users = 0;
  let chromium: Browser;
  const browsers: BrowserContext[] = [];
  const pages: ObservedPage[] = [];

  beforeAll(async () => {
    // The session cookie is for one origin, so its port is chosen before the server starts.
    const port = await freePort();
    address = `http://${host}:${port}${path}`;
    const settings = { APP_BASE_URL: address, ...(typeof environment === 'function' ? environment() : environment) };
    app = await startApp(settings, { pollsForWork: true, port, plugins });
    chromium = await launchChromium();
  });
  afterEach(async () => {
    const complaints = pages.flatMap((each) => each.complaints.splice(0));
    const name = (expect.getState().currentTestName ?? 'test').replace(/\W+/g, '-').slice(0, 80);
    if (complaints.length > 0) await screenshots(pages, name);
    pages.length = 0;
    // Each takes memory and goes on following the events of its organization.
    await Promise.all(browsers.splice(0).map((browser) => browser.close()));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await chromium.close();
    await app.close();
  });

  const openBrowser = async (): Promise<BrowserContext> => {
    if (!chromium.isConnected()) chromium = await launchChromium(); // it crashed in an earlier test
    const browser = await chromium.newContext({ serviceWorkers });
    browsers.push(browser);
    return browser;
  };
  const openPage = async (browser: BrowserContext): Promise<ObservedPage> => {
    const observed = await observedPage(browser);
    pages.push(observed);
    return observed;
  };
  const signUp = async ({
    organization = 'Test archive',
    email = `person${(users += 1)}@example.com`,
    name = 'Ada Person',
  }: NewUser = {}): Promise<SignedUp> => {
    const browser = await openBrowser();
    const send = <Body>(method: string, path: string, content: Content): Promise<Body> =>
      sendWithSession(browser, { address, method, path, content });
    const call = <Body>(method: string, path: string, body?: object): Promise<Body> =>
      send(method, path, body === undefined ? {} : { data: body });
    const account = { email, password: PASSWORD, name };
    const { user } = await call<{ user: { id: string } }>('POST', '/api/auth/sign-up/email', account);
    const created = await call<{ organization: { id: string } }>('POST', '/api/organizations', { name: organization });
    const organizationId = created.organization.id;
    return { browser, email, password: PASSWORD, userId: user.id, organizationId, call, send };
  };

  return {
    get app() {
      return app;
    },
    get address() {
      return address;
    },
    visit: async (path) => {
      const browser = await openBrowser();
      const observed = await openPage(browser);
      await observed.page.goto(address + path);
      return { ...observed, browser };
    },
    signUp,
    signIn: async (options) => {
      const user = await signUp(options);
      const { page, complaints } = await openPage(user.browser);
      return {
        ...{ ...user, page, complaints },
        open: async (path) => {
          await page.goto(`${address}/organizations/${user.organizationId}${path}`);
        },
      };
    },
  };
}

/** The browser keeps the cookies of the response. No page is needed. */
async function sendWithSession<Body>(
  browser: BrowserContext,
  { address, method, path, content }: { address: string; method: string; path: string; content: Content },
): Promise<Body> {
  const headers = { origin: new URL(address).origin };
  const response = await browser.request.fetch(address + path, { method, headers, timeout: WITHIN_MS, ...content });
  const text = await response.text();
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

/** Where a failed test leaves pictures: `WEB_TEST_PICTURES`, if it is set. */
async function screenshots(pages: readonly ObservedPage[], name: string): Promise<void> {
  const folder = process.env['WEB_TEST_PICTURES'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const [index, { page }] of pages.entries()) await page.screenshot({ path: `${folder}/${name}-${index}.png` });
}
