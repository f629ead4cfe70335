import { expect } from '@jest/globals';
import type { MailMessage, MailTransport } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { settledWithin } from '../settled-within.js';
import type { MailTransportUnderTest, ReceivedMail } from './mail-transport-contract.js';

/** The kit does not see when a service of the plugin's own has a request: a call must end whenever it is aborted. */
const UNDER_WAY_MS = 20;
const SECRET = 'https://archive.example/reset?token=5ecretT0ken';

/** The cases of the contract of a mail transport, each to be run on a service without mails. */
export const mailTransportCases: readonly ContractCase<MailTransportUnderTest>[] = [
  {
    name: 'delivers a mail with its sender, recipient, subject and text',
    check: async (target) => {
      const mail = await delivered(target, aMail());
      expect(mail).toMatchObject({ from: 'archive@example.com', to: 'ada@example.com', subject: 'Your document' });
      expectText(mail.text, 'It is there.');
    },
  },
  {
    name: 'delivers the name of the sender',
    check: async (target) => {
      const from = { address: 'archive@example.com', name: 'Archive, "the" <old> one' };
      expect(await delivered(target, aMail({ from }))).toMatchObject({ fromName: from.name, from: from.address });
    },
  },
  {
    name: 'delivers the HTML body in addition to the text',
    check: async (target) => {
      const mail = await delivered(target, aMail({ html: '<p>It is <b>there</b>.</p>' }));
      expectText(mail.html ?? '', '<p>It is <b>there</b>.</p>');
      expectText(mail.text, 'It is there.');
    },
  },
  {
    name: 'delivers subject and text of any script unchanged',
    check: async (target) => {
      const subject = 'Счёт №5 für Zoë 👋 日本語 مرحبا =?utf-8?q?x?=';
      const mail = await delivered(target, aMail({ subject, text: `${subject}\n= 100 %` }));
      expect(mail.subject).toBe(subject);
      expectText(mail.text, `${subject}\n= 100 %`);
    },
  },
  {
    name: 'delivers lines that begin with a dot, long lines, and a text of 300,000 characters unchanged',
    check: async (target) => {
      const text = ['.', '..two', 'a\n.\nb', 'long '.repeat(1000), 'From here', 'x'.repeat(294_000)].join('\n');
      expectText((await delivered(target, aMail({ text }))).text, text);
    },
  },
  {
    name: 'passes on the id of the message, the same in each attempt',
    check: async ({ transport, received }) => {
      const mail = aMail({ id: 'mail_twice' });
      await send(transport, mail);
      await send(transport, mail);
      const ids = (await received()).map(({ id }) => id);
      expect(new Set(ids)).toEqual(new Set(['mail_twice']));
    },
  },
  {
    name: 'delivers each of several concurrent mails once',
    check: async ({ transport, received }) => {
      const mails = Array.from({ length: 8 }, (_, index) =>
        aMail({ id: `mail_${index}`, to: `user${index}@example.com`, text: `Number ${index}.` }),
      );
      await Promise.all(mails.map((mail) => send(transport, mail)));
      const found = (await received()).map(({ to, text }) => `${to} ${text.trim()}`);
      expect(found.sort()).toEqual(mails.map(({ to, text }) => `${to} ${text}`));
    },
  },
  {
    name: 'sends nothing when the signal is already aborted',
    check: async ({ transport, received }) => {
      const signal = AbortSignal.abort(new Error('too late'));
      await expect(transport.send(aMail(), { signal })).rejects.toThrow();
      expect(await received()).toEqual([]);
    },
  },
  {
    name: 'stops waiting for a service that does not respond when the signal aborts',
    check: async (target) => {
      const stalled = given(target.stalled, 'stalled');
      const abort = new AbortController();
      const sending = stalled.send(aMail(), { signal: abort.signal });
      const ended = expect(sending).rejects.toThrow();
      await settledWithin(UNDER_WAY_MS, ended);
      abort.abort(new Error('the time is over'));
      await ended;
    },
  },
  {
    name: 'fails with an error that allows another attempt while its service is away',
    check: async (target) => {
      const fault = await faultOf(given(target.away, 'away'));
      expect(fault.name).not.toBe('PermanentPluginError');
    },
  },
  {
    name: 'names neither the text nor the HTML of a mail in its errors',
    check: async (target) => {
      const { message, stack, cause } = await faultOf(given(target.away, 'away'));
      expect(`${message} ${stack ?? ''} ${String(cause)}`).not.toContain(SECRET);
    },
  },
  {
    name: 'throws no error when it is closed twice',
    check: async ({ transport }) => {
      await send(transport, aMail());
      await transport.close?.();
      await transport.close?.();
    },
  },
];

function aMail(changes: Partial<MailMessage> = {}): MailMessage {
  const from = { address: 'archive@example.com', name: 'Archive' };
  return { id: 'mail_1', from, to: 'ada@example.com', subject: 'Your document', text: 'It is there.', ...changes };
}

async function send(transport: MailTransport, mail: MailMessage): Promise<void> {
  await transport.send(mail, { signal: new AbortController().signal });
}

async function delivered({ transport, received }: MailTransportUnderTest, mail: MailMessage): Promise<ReceivedMail> {
  await send(transport, mail);
  const [found, ...others] = await received();
  if (!found || others.length > 0) throw new Error(`one mail was sent, but ${others.length + (found ? 1 : 0)} arrived`);
  return found;
}

async function faultOf(transport: MailTransport): Promise<Error> {
  const mail = aMail({ text: SECRET, html: `<a href="${SECRET}">` });
  const fault: unknown = await send(transport, mail).catch((error: unknown) => error);
  if (fault instanceof Error) return fault;
  throw new Error('`send` must reject with an Error while the service is away');
}

/** Mail servers end lines with CRLF, and a mail with a line break. */
function expectText(found: string, expected: string): void {
  const plain = found.replaceAll('\r\n', '\n').replace(/\n$/, '');
  if (plain !== expected)
    throw new Error(`the body arrived changed, with ${plain.length} characters instead of ${expected.length}`);
}

function given(transport: MailTransport | undefined, name: string): MailTransport {
  if (transport) return transport;
  throw new Error(`\`create\` returns no \`${name}\`; return one, or skip this case with a reason`);
}
