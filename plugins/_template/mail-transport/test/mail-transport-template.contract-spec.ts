import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aTestHost, describeMailTransport } from '@archivolt/plugin-kit/testing';
import plugin from '../src/plugin.js';
import { TemplateTransport } from '../src/template-transport.js';
import { MailService } from './mail-service.js';

/** Port 1 is reserved, no server listens there. */
const AWAY = 'http://127.0.0.1:1/';
let services: MailService[] = [];

async function aService(status?: number): Promise<{ service: MailService; url: string }> {
  const service = new MailService();
  service.status = status;
  services.push(service);
  return { service, url: await service.start() };
}

/** `aTestHost` has the services that `create` of the manifest gets. */
const transportAt = (url: string): TemplateTransport => new TemplateTransport({ url }, aTestHost({ url }).http);

async function stopAll(): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
}

describeMailTransport('mail-transport-template', {
  manifest: plugin,
  create: async () => {
    const [working, stalled] = await Promise.all([aService(202), aService()]);
    return {
      transport: transportAt(working.url),
      received: () => working.service.received,
      away: transportAt(AWAY),
      stalled: transportAt(stalled.url),
    };
  },
  destroy: stopAll,
});

describe('a refusal of the service', () => {
  let service: MailService;
  let transport: TemplateTransport;
  beforeEach(async () => {
    const started = await aService();
    service = started.service;
    transport = transportAt(started.url);
  });
  afterEach(stopAll);

  it.each([
    [400, 'PermanentPluginError'],
    [401, 'PermanentPluginError'],
    [429, 'TransientPluginError'],
    [503, 'TransientPluginError'],
  ])('a refusal with status %i is reported as a %s', async (status, name) => {
    service.status = status;
    const mail = { id: 'mail_1', from: { address: 'a@example.com' }, to: 'b@example.com', subject: 'Hi', text: '' };
    const sending = transport.send(mail, { signal: new AbortController().signal });
    await expect(sending).rejects.toMatchObject({ name, message: expect.stringContaining(String(status)) });
  });
});
