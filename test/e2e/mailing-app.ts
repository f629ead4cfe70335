import { expect } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import type { Arrived, MailServer } from '../support/mail-server.js';
import { Caller } from './caller.js';

/** What people see; it differs from the address that the server listens on. */
export const PAGES = 'https://archive.example';

let nextAddress = 0;

/** A server that sends its mails to this mail server. */
export async function startMailing(mailServer: MailServer, settings: Record<string, string> = {}): Promise<TestApp> {
  return startApp({
    EMAILS_DRIVER: 'smtp',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mailServer.port),
    CLIENT_BASE_URL: PAGES,
    SERVER_TRUSTED_PROXIES: 'loopback',
    ...settings,
  });
}

/** Each one is another client, because the library counts requests by address. */
export function aCaller(app: TestApp): Caller {
  const address = `203.0.113.${(nextAddress += 1)}`;
  return new Caller(app.baseUrl, PAGES).with({ 'x-forwarded-for': address });
}

/** The link to sign-in of a mail, which is the same in both of its bodies. */
export function linkIn(arrived: Arrived | undefined): string {
  const { text = '', html } = arrived?.mail ?? {};
  const [link = ''] = /^https?:\/\/\S+\/api\/auth\/\S+$/m.exec(text) ?? [];
  expect(typeof html === 'string' && html.replaceAll('&#38;', '&')).toContain(`href="${link}"`);
  return link;
}

/** Opens a link as a browser does that comes through a proxy, which passes the configured address on. */
export async function follow(
  app: TestApp,
  link: string,
): Promise<{ status: number; location: string; cookies: string[] }> {
  const { pathname, search } = new URL(link);
  const { status, headers } = await fetch(app.baseUrl + pathname + search, { redirect: 'manual' });
  return { status, location: headers.get('location') ?? '', cookies: headers.getSetCookie() };
}
