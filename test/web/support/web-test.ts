import { mkdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { LoadedPlugin } from '#libs/plugin-host';
import type { BrowserContext, Page } from 'playwright-core';
import { startApp, type TestApp } from '../../support/app.js';
import { freePort } from '../../support/free-port.js';
import { startChromium, type StartedBrowser } from './chromium.js';
import { observedPage, type ObservedPage } from './observed-page.js';

/** A user who is signed in, in a browser of their own. */
export interface SignedIn extends ObservedPage {
  browser: BrowserContext;
  email: string;
  password: string;
  userId: string;
  organizationId: string;
  /** Calls the API as this user, in the browser, so with the session. */
  call<Body>(method: string, path: string, body?: object): Promise<Body>;
  /** Opens a page of the organization: `/documents`. */
  open(path: string): Promise<void>;
}

export const PASSWORD = 'correct horse battery';

export interface WebTest {
  readonly app: TestApp;
  /** Of the pages. */
  readonly address: string;
  /** Opens a page in a new browser that has no session. */
  visit(path: string): Promise<ObservedPage & { browser: BrowserContext }>;
  /** A new user with an organization, signed in. */
  signIn(options?: { organization?: string; email?: string; name?: string }): Promise<SignedIn>;
}

/**
 * Starts the whole server, which does its work as in production, for the tests of a file. After each test no page that
 * was opened here may have a console error, an exception or a violation of its policy. `host`: the name of this machine
 * in the address of the pages. A function gives settings that an earlier `beforeAll` has found.
 */
export function webTest(
  environment: Record<string, string> | (() => Record<string, string>) = {},
  { host = '127.0.0.1', plugins = [] }: { host?: string; plugins?: LoadedPlugin[] } = {},
): WebTest {
  let app: TestApp;
  let address = '';
  let users = 0;
  const browsers: StartedBrowser[] = [];
  const pages: ObservedPage[] = [];

  beforeAll(async () => {
    // The session cookie is for one origin, so its port is chosen before the server starts.
    const port = await freePort();
    address = `http://${host}:${port}`;
    const settings = { APP_BASE_URL: address, ...(typeof environment === 'function' ? environment() : environment) };
    app = await startApp(settings, { pollsForWork: true, port, plugins });
  });
  afterEach(async () => {
    const complaints = pages.flatMap((each) => each.complaints.splice(0));
    const name = (expect.getState().currentTestName ?? 'test').replace(/\W+/g, '-').slice(0, 80);
    if (complaints.length > 0) await screenshots(pages, name);
    pages.length = 0;
    // Each takes memory and goes on following the events of its organization.
    for (const browser of browsers.splice(0)) await browser.close();
    expect(complaints).toEqual([]);
  });
  afterAll(() => app.close());

  const open = async (): Promise<ObservedPage & { browser: BrowserContext }> => {
    const started = await startChromium();
    browsers.push(started);
    const { browser } = started;
    const observed = await observedPage(browser);
    pages.push(observed);
    return { ...observed, browser };
  };

  return {
    get app() {
      return app;
    },
    get address() {
      return address;
    },
    visit: async (path) => {
      const opened = await open();
      await opened.page.goto(address + path);
      return opened;
    },
    signIn: async ({
      organization = 'Test archive',
      email = `person${(users += 1)}@example.com`,
      name = 'Ada Person',
    } = {}) => {
      const { browser, page, complaints } = await open();
      await page.goto(`${address}/login`);
      const call = <Body>(method: string, path: string, body?: object): Promise<Body> =>
        callInPage(page, method, path, body);
      const { user } = await call<{ user: { id: string } }>('POST', '/api/auth/sign-up/email', {
        email,
        password: PASSWORD,
        name,
      });
      const created = await call<{ organization: { id: string } }>('POST', '/api/organizations', {
        name: organization,
      });
      const organizationId = created.organization.id;
      return {
        ...{ browser, page, complaints, email, password: PASSWORD, userId: user.id, organizationId, call },
        open: async (path) => {
          await page.goto(`${address}/organizations/${organizationId}${path}`);
        },
      };
    },
  };
}

async function callInPage<Body>(page: Page, method: string, path: string, body: object | undefined): Promise<Body> {
  return page.evaluate<Body, [string, string, string | undefined]>(
    async ([verb, address, json]) => {
      const response = await fetch(address, {
        method: verb,
        ...(json === undefined ? {} : { body: json, headers: { 'content-type': 'application/json' } }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${verb} ${address}: ${response.status} ${text}`);
      return (text === '' ? undefined : JSON.parse(text)) as Body;
    },
    [method, path, body && JSON.stringify(body)],
  );
}

/** Where a failed test leaves pictures: `WEB_TEST_PICTURES`, if it is set. */
async function screenshots(pages: readonly ObservedPage[], name: string): Promise<void> {
  const folder = process.env['WEB_TEST_PICTURES'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  for (const [index, { page }] of pages.entries()) await page.screenshot({ path: `${folder}/${name}-${index}.png` });
}
