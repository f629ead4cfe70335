import { afterEach, describe, expect, it } from '@jest/globals';
import { PermanentPluginError, type MailMessage } from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { MailServer, type MailServerOptions, type Stage } from '../../../test/support/mail-server.js';
import type { SmtpOptions } from '../src/smtp-options.js';
import { SmtpTransport } from '../src/smtp-transport.js';

const LINK = 'https://archive.example/reset-password?token=5ecretT0ken';
const mail: MailMessage = {
  id: 'mail_1',
  from: { address: 'archive@example.com', name: 'Archive' },
  to: 'ada@example.com',
  subject: 'Your link',
  text: LINK,
};
const account = { user: 'archive', password: 'pässword "1"' };
const auth = { user: account.user, pass: account.password };

let server: MailServer;
afterEach(() => server.stop());

function transportOver(
  options: SmtpOptions,
  ...patience: [patience?: { greeting: number; answer: number }]
): SmtpTransport {
  return new SmtpTransport(options, aTestHost(options).lookup, ...patience);
}

async function transportTo(given: MailServerOptions, options: Partial<SmtpOptions> = {}): Promise<SmtpTransport> {
  server = await MailServer.start(given);
  return transportOver({ host: 'localhost', port: server.port, secure: given.tls === 'implicit', ...options });
}

const send = (transport: SmtpTransport, changes: Partial<MailMessage> = {}) =>
  transport.send({ ...mail, ...changes }, { signal: new AbortController().signal });
const faultOf = async (transport: SmtpTransport, changes: Partial<MailMessage> = {}): Promise<Error> => {
  const fault: unknown = await send(transport, changes).catch((error: unknown) => error);
  if (fault instanceof Error) return fault;
  throw new Error('the mail was sent');
};

describe('the connection to an SMTP server', () => {
  it.each(['implicit', 'starttls'] as const)(
    'the connection is encrypted (%s) and signs in when the certificate is valid',
    async (tls) => {
      const transport = await transportTo({ tls, account }, { auth, requireTLS: true });
      const trusting = transportOver({ ...optionsOf(tls), auth, tls: { ca: server.certificate } });
      await trusting.check(new AbortController().signal);
      await send(trusting);
      expect(server.arrived).toMatchObject([{ isEncrypted: true, recipients: ['ada@example.com'] }]);
      const fault = await faultOf(transport);
      expect(fault).not.toBeInstanceOf(PermanentPluginError);
      expect(fault.message).toMatch(/certificate of the mail server .* is not valid.* NODE_EXTRA_CA_CERTS/);
      expect(server.received).toBe(1);
    },
  );

  it('the connection is refused when the certificate has another name', async () => {
    await transportTo({ tls: 'implicit', certificateFor: 'mail.example' });
    const trusting = transportOver({ ...optionsOf('implicit'), tls: { ca: server.certificate } });
    expect((await faultOf(trusting)).message).toMatch(/certificate .* is not valid/);
    expect(server.received).toBe(0);
  });

  it('sends neither password nor mail to a server without encryption when that is required', async () => {
    const transport = await transportTo({ account }, { auth, requireTLS: true });
    const fault = await faultOf(transport);
    expect(fault.message).toMatch(/offers no encryption.* MAIL_TRANSPORT_SMTP_REQUIRE_TLS/);
    expect(fault).not.toBeInstanceOf(PermanentPluginError);
    expect(server.received).toBe(0);
  });

  it('reports a wrong password as a fault of the settings, so that the mail is tried again', async () => {
    const transport = await transportTo({ account }, { auth: { user: account.user, pass: 'wr0ng-pass' } });
    const fault = await faultOf(transport);
    expect(fault).not.toBeInstanceOf(PermanentPluginError);
    expect(fault.message).toContain('correct MAIL_TRANSPORT_SMTP_USER and MAIL_TRANSPORT_SMTP_PASSWORD');
    expect(`${fault.message}${fault.stack}${JSON.stringify(fault.cause)}`).not.toContain('wr0ng-pass');
    await expect(transport.check(new AbortController().signal)).rejects.toThrow(/refused the user name or password/);
  });

  it('the connection to an address of a metadata service is refused', async () => {
    const transport = await transportTo({}, { host: '169.254.169.254' });
    await expect(send(transport)).rejects.toThrow(/link-local.* Remedy: correct MAIL_TRANSPORT_SMTP_HOST/);
    const mapped = transportOver({ host: '::ffff:168.63.129.16', port: 25, secure: false });
    await expect(send(mapped)).rejects.toBeInstanceOf(PermanentPluginError);
  });
});

describe('a refusal of an SMTP server', () => {
  it.each<[Stage, string, 'PermanentPluginError' | 'TransientPluginError']>([
    ['sender', '550 5.7.1 sender not owned by user', 'TransientPluginError'],
    ['sender', '552 5.3.4 message too large', 'PermanentPluginError'],
    ['sender', '421 4.3.2 shutting down', 'TransientPluginError'],
    ['recipient', '550 5.1.1 no such user', 'PermanentPluginError'],
    ['recipient', '450 4.2.1 greylisted', 'TransientPluginError'],
    ['data', '554 5.6.0 content rejected', 'PermanentPluginError'],
    ['data', '451 4.3.0 try again later', 'TransientPluginError'],
    ['data', '503 5.5.1 bad sequence', 'TransientPluginError'],
  ])('a refusal at the stage "%s" with "%s" is a %s', async (stage, response, name) => {
    const transport = await transportTo({});
    server.refusals.push({ stage, response });
    expect(await faultOf(transport)).toMatchObject({ name, message: expect.stringContaining(response) });
    await send(transport);
    expect(server.arrived).toHaveLength(1);
  });

  it('a refusal that quotes the link of the mail is reported without the link', async () => {
    const transport = await transportTo({});
    server.refusals.push({ stage: 'data', response: `554 5.7.1 the link ${LINK} is blocked` });
    const fault = await faultOf(transport);
    expect(fault.message).toContain('554 5.7.1 the link … is blocked');
    expect(`${fault.stack}${JSON.stringify(fault.cause)}${String(fault.cause)}`).not.toContain('5ecret');
  });
});

describe('an SMTP server that never answers', () => {
  it('a server that never answers costs a bounded time, and the mail is tried again', async () => {
    await transportTo({});
    server.isSilent = true;
    const impatient = transportOver(optionsOf('starttls'), { greeting: 10_000, answer: 50 });
    const fault = await faultOf(impatient);
    expect(fault).toMatchObject({ name: 'TransientPluginError', message: expect.stringContaining('respond in time') });
  });

  it('a mail to a server that never answers is released when the process stops', async () => {
    const transport = await transportTo({});
    server.isSilent = true;
    const stop = new AbortController();
    const sending = transport.send(mail, { signal: stop.signal });
    const refused = expect(sending).rejects.toThrow('the process stops');
    await server.untilReceived(1);
    stop.abort(new Error('the process stops'));
    await refused;
  });
});

describe('the headers of a mail', () => {
  it.each<[string, Partial<MailMessage>]>([
    ['the subject', { subject: 'Hello\r\nBcc: eve@example.com' }],
    ['the recipient', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['the name of the sender', { from: { address: 'a@example.com', name: 'A\r\nBcc: eve@example.com' } }],
    ['the address of the sender', { from: { address: 'a@example.com>\nRCPT TO:<eve@example.com' } }],
    ['the id', { id: 'mail_1>\r\nBcc: <eve@example.com' }],
  ])('the headers of a mail cannot be extended by a line break in %s', async (_, changes) => {
    const transport = await transportTo({});
    expect(await faultOf(transport, changes)).toBeInstanceOf(PermanentPluginError);
    expect(server.received).toBe(0);
  });

  it.each(['ada@example.com, eve@example.com', 'Ada <ada@example.com>', 'ada@example.com> NOTIFY=NEVER'])(
    'the header of recipients has one address: the text "%s" is refused',
    async (to) => {
      const transport = await transportTo({});
      expect(await faultOf(transport, { to })).toBeInstanceOf(PermanentPluginError);
      expect(server.received).toBe(0);
    },
  );

  it('the headers say that a program sent the mail, and have the id as Message-ID in the domain of the sender', async () => {
    const transport = await transportTo({});
    await send(transport);
    const [arrived] = server.arrived;
    expect(arrived?.mail.messageId).toBe('<mail_1@example.com>');
    expect(arrived?.mail.headers.get('auto-submitted')).toBe('auto-generated');
  });
});

function optionsOf(tls: 'implicit' | 'starttls'): SmtpOptions {
  return { host: 'localhost', port: server.port, secure: tls === 'implicit' };
}
