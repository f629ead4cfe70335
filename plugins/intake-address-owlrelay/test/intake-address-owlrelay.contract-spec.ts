import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aTestHost, describeIntakeAddresses } from '@archivolt/plugin-kit/testing';
import { OwlRelayAddresses } from '../src/owlrelay-addresses.js';
import plugin from '../src/plugin.js';
import { RelayService } from './relay-service.js';

/** Port 1 is reserved, no server listens there. */
const AWAY = 'http://127.0.0.1:1';
let services: RelayService[] = [];

async function aService(): Promise<{ service: RelayService; url: string }> {
  const service = new RelayService();
  services.push(service);
  return { service, url: await service.start() };
}

function addressesAt(url: string, domain?: string): OwlRelayAddresses {
  const account = { apiKey: 'owl_5ecretKey', url, domain };
  return new OwlRelayAddresses(account, aTestHost(account).http);
}

async function stopAll(): Promise<void> {
  await Promise.all(services.map((service) => service.stop()));
  services = [];
}

describeIntakeAddresses('intake-address-owlrelay', {
  manifest: plugin,
  create: async () => {
    const [working, stalled] = await Promise.all([aService(), aService()]);
    stalled.service.isSilent = true;
    return {
      addresses: addressesAt(working.url),
      existing: () => [...working.service.addresses.values()],
      away: addressesAt(AWAY),
      stalled: addressesAt(stalled.url),
    };
  },
  destroy: stopAll,
});

describe('the API of OwlRelay', () => {
  const { signal } = new AbortController();
  const wanted = { username: 'calm-otter', webhookUrl: 'https://archive.example/in', webhookSecret: '5ecret' };
  let service: RelayService;
  let url: string;
  beforeEach(async () => {
    ({ service, url } = await aService());
  });
  afterEach(stopAll);

  it('OwlRelay gets the key, and the domain only when one is set', async () => {
    const create = (domain?: string) => addressesAt(`${url}/`, domain).createAddress(wanted, { signal });
    expect(await create()).toEqual({ outcome: 'created', address: 'calm-otter@relay.example' });
    expect(await create('in.example.com')).toEqual({ outcome: 'created', address: 'calm-otter@in.example.com' });
    expect(service.keys).toEqual(['Bearer owl_5ecretKey', 'Bearer owl_5ecretKey']);
  });

  it.each([
    [401, /correct INTAKE_ADDRESS_OWLRELAY_API_KEY/],
    [500, /OwlRelay responded 500$/],
    [302, /OwlRelay responded 302$/],
  ])('the status %i of OwlRelay makes and removes nothing', async (status, message) => {
    service.refusal = { status, body: { message: 'about 5ecret' } };
    const fault = { name: 'TransientPluginError', message: expect.stringMatching(message) };
    await expect(addressesAt(url).createAddress(wanted, { signal })).rejects.toMatchObject(fault);
    await expect(addressesAt(url).removeAddress('a@relay.example', { signal })).rejects.toMatchObject(fault);
  });

  it.each([[{}], [{ emailCallback: null }], [{ emailCallback: { username: 'calm-otter' } }]])(
    'a response with %j has made no address',
    async (body) => {
      service.refusal = { status: 200, body };
      await expect(addressesAt(url).createAddress(wanted, { signal })).rejects.toThrow('without an address');
    },
  );

  it('OwlRelay is not used without a key, and the error names the setting', () => {
    const host = aTestHost({ url });
    expect(() => plugin.provides['intake-address']?.create(host)).toThrow(/set INTAKE_ADDRESS_OWLRELAY_API_KEY/);
  });
});
