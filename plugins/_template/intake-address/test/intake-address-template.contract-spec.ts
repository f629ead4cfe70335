import { afterEach, describe, expect, it } from '@jest/globals';
import { aTestHost, describeIntakeAddresses } from '@archivolt/plugin-kit/testing';
import plugin from '../src/plugin.js';
import { TemplateAddresses } from '../src/template-addresses.js';
import { AddressService } from './address-service.js';

/** Port 1 is reserved, no server listens there. */
const AWAY = 'http://127.0.0.1:1/';
let services: AddressService[] = [];

async function aService(state: AddressService['state']): Promise<{ service: AddressService; url: string }> {
  const service = new AddressService();
  service.state = state;
  services.push(service);
  return { service, url: await service.start() };
}

const addressesAt = (url: string) => new TemplateAddresses({ url }, aTestHost({ url }).http);

async function stopAll(): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
}

describeIntakeAddresses('intake-address-template', {
  manifest: plugin,
  create: async () => {
    const [working, stalled] = await Promise.all([aService('working'), aService('silent')]);
    return {
      addresses: addressesAt(working.url),
      existing: () => [...working.service.addresses.values()],
      away: addressesAt(AWAY),
      stalled: addressesAt(stalled.url),
    };
  },
  destroy: stopAll,
});

describe('a service that fails', () => {
  afterEach(stopAll);

  it('the failure of a service is reported with its status', async () => {
    const { url } = await aService('failing');
    const wanted = { username: 'calm-otter', webhookUrl: 'https://archive.example/in' };
    const creating = addressesAt(url).createAddress(wanted, { signal: new AbortController().signal });
    await expect(creating).rejects.toThrow('responded 503');
  });
});
