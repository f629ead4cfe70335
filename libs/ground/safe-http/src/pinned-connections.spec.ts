import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { TransientPluginError } from '@archivolt/plugin-kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttpConfig } from '#config/safe-http';
import { DnsServer } from '../../../../test/support/dns-server.js';
import { HostAddresses } from './host-addresses.js';
import { SafeHttp } from './safe-http.js';
import { UnsafeUrl } from './unsafe-url.js';

/** Of hooks.example, made for this test. */
const SELF_SIGNED = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTBaDDa9AqMVk3wWJ
UAto+GuEosO+n00yNspseea34BihRANCAAQEd5zQ1bZOgOMf+j762feOFNDMNqGc
kw3Ll01lra3XCePfcnf3Gn3ImL000+1yFmninFvjlIZiekvnAoaaR6Zh
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBoTCCAUegAwIBAgIUaPDx2BsaqwzkhT5y8EDsGGJCS0swCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTAgFw0yNjExMjIxMjQzMjFaGA8yMTI2
MTAyOTEyNDMyMVowGDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABAR3nNDVtk6A4x/6PvrZ944U0Mw2oZyTDcuXTWWtrdcJ
499yd/cafciYvTTT7XIWaeKcW+OUhmJ6S+cChppHpmGjbTBrMB0GA1UdDgQWBBQX
BqbtbdOPMzXBvOdFDY8C1UDEmzAfBgNVHSMEGDAWgBQXBqbtbdOPMzXBvOdFDY8C
1UDEmzAPBgNVHRMBAf8EBTADAQH/MBgGA1UdEQQRMA+CDWhvb2tzLmV4YW1wbGUw
CgYIKoZIzj0EAwIDSAAwRQIhANWyzI5Ofcbna7j4VoAtG5kSqEpuORWt5vJmbIRw
SI+8AiB3c9vBVwq/0RiNMkcWv3qtZ8RPbjXB2ARGxwKUJ42glg==
-----END CERTIFICATE-----`,
};

/** Here the receivers of this test count as public; every other address of this computer does not. */
class TestAddresses extends HostAddresses {
  override isPublic(address: string): boolean {
    return address === '127.0.0.1' || super.isPublic(address);
  }
}

let dns: DnsServer;
let receiver: Server;
let port: number;
let received: string[];
let respond: RequestListener;
let http: SafeHttp;

beforeAll(async () => {
  dns = await DnsServer.start();
  receiver = createServer((request, response) => {
    received.push(request.headers.host ?? '');
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  ({ port } = receiver.address() as AddressInfo);
});
afterAll(() => {
  dns.close();
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  dns.clear();
  received = [];
  respond = (_, response) => response.setHeader('connection', 'close').end('done');
  http = new SafeHttp(new SafeHttpConfig(), new TestAddresses([dns.address]));
});
afterEach(() => http.onApplicationShutdown());

const send = (host = 'hooks.example') => http.send({ url: `http://${host}:${port}/`, method: 'POST', body: '{}' });

describe('a connection for a URL of a user', () => {
  it('a connection goes to the address that was checked, with one look-up', async () => {
    dns.records.set('hooks.example', ['127.0.0.1']);
    expect((await send()).text()).toBe('done');
    expect([received, dns.questions]).toEqual([[`hooks.example:${port}`], ['hooks.example', 'hooks.example']]);
  });

  it('a connection is refused when the name had a public address when the URL was saved and has a private one now', async () => {
    dns.records.set('hooks.example', ['127.0.0.1']);
    await http.assertSafe(`http://hooks.example:${port}/`);
    dns.records.set('hooks.example', ['127.0.0.2']);
    await expect(send()).rejects.toBeInstanceOf(UnsafeUrl);
    expect(received).toEqual([]);
  });

  it('every new connection is checked', async () => {
    dns.records.set('hooks.example', ['127.0.0.1']);
    await send();
    for (const addresses of [['10.0.0.1'], ['127.0.0.1', '::1'], ['::ffff:127.0.0.2']]) {
      dns.records.set('hooks.example', addresses);
      await expect(send()).rejects.toBeInstanceOf(UnsafeUrl);
    }
    dns.records.set('hooks.example', { alias: 'edge.example', addresses: ['127.0.0.1'] });
    await send();
    expect(received).toHaveLength(2);
  });

  it('an open connection is used again for the next request', async () => {
    respond = (_, response) => response.end('done');
    dns.records.set('hooks.example', ['127.0.0.1']);
    await send();
    await new Promise(setImmediate); // the connection is free after this
    dns.records.set('hooks.example', ['10.0.0.1']); // no connection is opened to it
    await send();
    expect([received.length, dns.questions.length]).toEqual([2, 2]);
  });

  it('a connection to an IP address that is not public is refused without a look-up', async () => {
    await expect(send('127.0.0.2')).rejects.toBeInstanceOf(UnsafeUrl);
    await expect(send('[::1]')).rejects.toBeInstanceOf(UnsafeUrl);
    expect((await send('127.0.0.1')).text()).toBe('done');
    expect(dns.questions).toEqual([]);
  });

  it('a connection of a plugin whose settings name the host is never used for the URL of a user', async () => {
    respond = (_, response) => response.end('done');
    const addresses = new HostAddresses([dns.address]);
    const strict = new SafeHttp(new SafeHttpConfig(), addresses);
    const url = `http://127.0.0.1:${port}/`;
    await strict.forSettings({ url }).send({ url });
    await expect(strict.send({ url })).rejects.toBeInstanceOf(UnsafeUrl);
    await strict.onApplicationShutdown();
    expect(received).toHaveLength(1);
  });

  it.each([
    ['broken', 'ESERVFAIL'],
    [[], 'has no address'],
  ] as const)(
    'a connection fails with an error that may pass when the name server responds %j',
    async (record, reason) => {
      dns.records.set('hooks.example', record);
      await expect(send()).rejects.toBeInstanceOf(TransientPluginError);
      await expect(send()).rejects.toThrow(reason);
    },
  );

  it('a connection does not wait for a name server longer than its time limit', async () => {
    dns.records.set('hooks.example', 'silent');
    const request = { url: `http://hooks.example:${port}/` };
    await expect(http.send(request, { timeoutMs: 50 })).rejects.toThrow('no complete response within 50 ms');
  });

  it('a connection names the host in the TLS handshake and refuses a self-signed certificate', async () => {
    const names: string[] = [];
    const SNICallback = (name: string, callback: (error: null) => void) => {
      names.push(name);
      callback(null);
    };
    const server = createTlsServer({ ...SELF_SIGNED, SNICallback }, () => received.push('request'));
    server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    dns.records.set('hooks.example', ['127.0.0.1']);
    const url = `https://hooks.example:${(server.address() as AddressInfo).port}/`;
    await expect(http.send({ url })).rejects.toThrow(/self-signed certificate/);
    await expect(http.send({ url })).rejects.toBeInstanceOf(TransientPluginError);
    expect([names, received]).toEqual([['hooks.example', 'hooks.example'], []]);
    server.close();
  });
});

describe('a plugin', () => {
  const settings = () => ({ url: `http://localhost:${port}/api`, pages: 5, others: [`http://127.0.0.1:${port}`] });

  it('a plugin reaches the hosts of the URLs in its settings, and no other private host', async () => {
    const client = http.forSettings(settings());
    for (const host of ['localhost', '127.0.0.1'])
      expect((await client.send({ url: `http://${host}:${port}/other` })).text()).toBe('done');
    for (const host of ['127.0.0.2', '10.0.0.1', 'a.localhost', '[::1]']) {
      const request = { url: `http://${host}:${port}/` };
      const refused = /not public\. Remedy: .* setting of the plugin/;
      await expect(client.send(request)).rejects.toThrow(refused);
      await expect(client.stream(request, { maxResponseBytes: 1 })).rejects.toThrow(refused);
    }
  });

  it('a streamed request of a plugin goes to the address that was checked, and every new connection is checked', async () => {
    const client = http.forSettings({});
    const request = { url: `http://hooks.example:${port}/`, method: 'PUT' as const, body: 'x' };
    dns.records.set('hooks.example', ['127.0.0.1']);
    const { body } = await client.stream(request, { maxResponseBytes: 100 });
    expect([await text(body), dns.questions]).toEqual(['done', ['hooks.example', 'hooks.example']]);
    dns.records.set('hooks.example', ['127.0.0.2']);
    await expect(client.stream(request, { maxResponseBytes: 100 })).rejects.toBeInstanceOf(UnsafeUrl);
    expect(received).toHaveLength(1);
  });

  it('a plugin reaches no private host when no URL in its settings names it', async () => {
    const client = http.forSettings({ host: 'localhost', folder: '/srv', url: 'ldap://127.0.0.2' });
    for (const host of ['localhost', '127.0.0.2'])
      await expect(client.send({ url: `http://${host}:${port}/` })).rejects.toBeInstanceOf(UnsafeUrl);
  });

  it.each(['169.254.169.254', '0.0.0.0', '224.0.0.1', '[fe80::1]', '[ff02::1]', '100.100.100.200'])(
    'a plugin does not reach %s, even when its settings name it',
    async (host) => {
      const url = `http://${host}/`;
      await expect(http.forSettings({ url }).send({ url })).rejects.toBeInstanceOf(UnsafeUrl);
    },
  );

  it('a plugin may use any port and a long URL for the hosts that its settings name', async () => {
    const url = 'http://127.0.0.1:1/';
    const client = http.forSettings({ url });
    await expect(client.send({ url: url + 'x'.repeat(3_000) })).rejects.toBeInstanceOf(TransientPluginError);
    await expect(client.send({ url: url + 'x'.repeat(20_000) })).rejects.toThrow('more than 16384 characters');
  });
});
