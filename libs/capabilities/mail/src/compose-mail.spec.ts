import { describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { composeMail } from './compose-mail.js';
import { MailLinks } from './mail-links.js';
import { exact, paragraph } from './paragraph.js';

const server = Object.assign(new ServerConfig(), {
  clientBaseUrl: 'https://archive.example/app/',
  serverBaseUrl: 'https://api.example',
});
const links = new MailLinks(server);
const greeting = (name: string) => paragraph`Dear ${name}, <welcome> on ${exact('2026-11-23T10:00:00.000Z')}.`;

describe('a paragraph of a mail', () => {
  it('a paragraph escapes the names of users and the words around them in HTML, and keeps them as text', () => {
    const { text, html } = greeting(`<script>alert("1")</script>&'`);
    expect(text).toBe(`Dear <script>alert("1")</\u2060script>&', <welcome> on 2026-11-23T10:00:00.000Z.`);
    expect(html).not.toMatch(/<(?!\/?bdi>)/);
    expect(html).toContain('<bdi>&#60;script&#62;');
    expect(html).toContain('&#60;welcome&#62;');
  });

  it.each([
    ['line breaks', 'Ada\r\n\r\nPay\u2028here\u2029now\0', 'Ada Pay here now'],
    ['an override of the direction', 'invoice\u202Egpj.exe\u2069', 'invoicegpj.\u2060exe'],
    ['an address of a web page', 'https://eve.example/x', 'https:\u2060/\u2060/\u2060eve.\u2060example/\u2060x'],
    ['an e-mail address', 'eve@example.com', 'eve@\u2060example.\u2060com'],
    ['half of a character', 'a\ud800', 'a\ufffd'],
    ['a right-to-left script', 'שלום', '\u2068שלום\u2069'],
    ['a family of emoji', '👨‍👩‍👧 Müller Ltd.', '👨‍👩‍👧 Müller Ltd.'],
  ])('a name in a mail is kept on its line and in its place: %s', (_, name, shown) => {
    expect(paragraph`${name}`.text).toBe(shown);
  });

  it('a name that is as long as a message is shortened', () => {
    expect(paragraph`${'x'.repeat(5000)}`.text).toHaveLength(200);
  });
});

describe('the layout of a mail', () => {
  const draft = {
    subject: 'A <subject>',
    paragraphs: [greeting('Ada')],
    link: { label: 'Show & do', to: links.page('organizations', 'org_1/../x', 'settings') },
    notes: [paragraph`Ignore this.`],
  };

  it('the layout has the same content as text and as HTML', () => {
    const { text, html } = composeMail(draft);
    const url = 'https://archive.example/app/organizations/org_1%2F..%2Fx/settings';
    expect(text).toBe(`Dear Ada, <welcome> on 2026-11-23T10:00:00.000Z.\n\nShow & do:\n${url}\n\nIgnore this.\n`);
    expect(html).toContain('<title>A &#60;subject&#62;</title>');
    expect(html).toContain(`<a href="${url}"`);
    expect(html).toContain('Show &#38; do</a>');
    expect(html).toContain('Ignore this.');
  });

  it('the layout loads nothing from other places and runs nothing', () => {
    const { html } = composeMail(draft);
    expect(html).not.toMatch(/<(?:img|link|script|style|iframe|object|form)\b|\bon\w+=|@import|url\(/i);
    expect([...html.matchAll(/https?:\/\/[^/"<]+/g)].every(([address]) => address === 'https://archive.example')).toBe(
      true,
    );
  });
});

describe('the links of mails', () => {
  it('a link of the sign-in library leads to its route on this server', () => {
    const made = 'https://api.example/api/auth/verify-email?token=a.b.c&callbackURL=%2F';
    expect(links.ofSignIn(made).url).toBe(made);
  });

  it.each([
    'https://eve.example/api/auth/verify-email?token=1',
    'https://api.example.eve.example/api/auth/verify-email',
    'http://api.example/api/auth/verify-email',
    'https://api.example/other?x=/api/auth/',
    'https://api.example/api/auth/../../other',
    'javascript:alert(1)',
  ])('a link of a mail is not made of %s', (made) => {
    expect(() => links.ofSignIn(made)).toThrow('a link of a mail must lead to https://api.example/api/auth/');
  });

  it.each([
    ['https://archive.example', undefined],
    ['http://localhost:1221', 'http://localhost:1221'],
    ['http://127.0.0.1:1221', 'http://127.0.0.1:1221'],
    ['http://[::1]:1221', 'http://[::1]:1221'],
    ['http://127.example.com', undefined],
  ])('links in mails that lead to %s are reported as reachable only from here: %s', (clientBaseUrl, address) => {
    expect(new MailLinks(Object.assign(new ServerConfig(), { clientBaseUrl })).unreachableAddress).toBe(address);
  });
});
