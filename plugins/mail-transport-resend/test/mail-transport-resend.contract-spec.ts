import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { PermanentPluginError, type MailMessage } from '@archivolt/plugin-kit';
import { aTestHost, describeMailTransport } from '@archivolt/plugin-kit/testing';
import plugin from '../src/plugin.js';
import { ResendTransport } from '../src/resend-transport.js';
import { ResendService } from './resend-service.js';

/** Port 1 is reserved, no server listens there. */
const AWAY = 'http://127.0.0.1:1';
let services: ResendService[] = [];

async function aService(): Promise<{ service: ResendService; url: string }> {
  const service = new ResendService();
  services.push(service);
  return { service, url: await service.start() };
}

function transportTo(url: string): ResendTransport {
  const account = { apiKey: 're_5ecretKey', url };
  return new ResendTransport(account, aTestHost(account).http);
}

async function stopAll(): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
}

describeMailTransport('mail-transport-resend', {
  manifest: plugin,
  create: async () => {
    const [working, stalled] = await Promise.all([aService(), aService()]);
    stalled.service.isSilent = true;
    return {
      transport: transportTo(working.url),
      received: () => working.service.accepted,
      away: transportTo(AWAY),
      stalled: transportTo(stalled.url),
    };
  },
  destroy: stopAll,
});

describe('the API of Resend', () => {
  let service: ResendService;
  let transport: ResendTransport;
  const mail: MailMessage = {
    id: 'mail_1',
    from: { address: 'a@example.com', name: 'Eve" <eve@example.com>,\r\nBcc: x' },
    to: 'b@example.com',
    subject: 'Hi',
    text: 'token=5ecret',
  };
  const send = (changes: Partial<MailMessage> = {}) =>
    transport.send({ ...mail, ...changes }, { signal: new AbortController().signal });
  beforeEach(async () => {
    const started = await aService();
    service = started.service;
    transport = transportTo(`${started.url}/`);
  });
  afterEach(stopAll);

  it('Resend gets the key, and the id of the mail as idempotency key: a second attempt delivers nothing', async () => {
    service.breaksAfterAccepting = 1;
    await expect(send()).rejects.toMatchObject({ name: 'TransientPluginError' });
    await send();
    expect(service.keys).toEqual(['Bearer re_5ecretKey', 'Bearer re_5ecretKey']);
    expect(service.accepted).toHaveLength(1);
  });

  it('a retry with another sender counts as delivered, because Resend has already accepted the mail', async () => {
    await send();
    await send({ from: { address: 'new@example.com' } });
    expect(service.accepted).toHaveLength(1);
  });

  it('Resend gets the name of the sender as one quoted text', async () => {
    await send();
    expect(service.bodies[0]?.from).toBe(`"Eve\\" <eve@example.com>, Bcc: x" <a@example.com>`);
  });

  it.each([
    [422, 'missing_required_field', 'PermanentPluginError', /status 422 \(missing_required_field\)/],
    [422, 'invalid_from_address', 'TransientPluginError', /verify the domain of EMAILS_FROM_ADDRESS/],
    [400, 'validation_error', 'PermanentPluginError', /status 400/],
    [401, 'missing_api_key', 'TransientPluginError', /correct MAIL_TRANSPORT_RESEND_API_KEY/],
    [403, 'invalid_api_key', 'TransientPluginError', /correct MAIL_TRANSPORT_RESEND_API_KEY/],
    [409, 'concurrent_idempotent_requests', 'TransientPluginError', /status 409/],
    [429, 'daily_quota_exceeded', 'TransientPluginError', /status 429/],
    [500, 'application_error', 'TransientPluginError', /status 500/],
    [302, '', 'TransientPluginError', /status 302/],
  ])('a response with status %i and the name "%s" is reported as a %s', async (status, name, type, message) => {
    service.refusal = { status, name };
    const fault: unknown = await send().catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: type, message: expect.stringMatching(message) });
    expect(fault instanceof PermanentPluginError).toBe(type === 'PermanentPluginError');
    expect(`${(fault as Error).message} ${(fault as Error).stack}`).not.toMatch(/5ecret/);
  });
});
