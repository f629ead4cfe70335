import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { text } from 'node:stream/consumers';
import { PermanentPluginError, TransientPluginError, type HostLookup } from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generate } from 'selfsigned';
import { SafeHttpConfig } from '#config/safe-http';
import { DnsServer } from '../../../../test/support/dns-server.js';
import { HostAddresses } from './host-addresses.js';
import { SafeHttp } from './safe-http.js';

const NAMES = { server: 'the chat server', hostSetting: 'CHAT_HOST', portSetting: 'CHAT_PORT' };

let server: Server;
let port: number;
const sockets: Socket[] = [];
/** What the server does with a connection. */
let serve: (socket: Socket) => void;

beforeAll(async () => {
  server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => void (serve = (socket) => socket.end('hello')));
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

describe.each(['a host that a plugin looks up', 'a host that a plugin looks up in the test host'])('%s', (which) => {
  const lookupWith = (settings: object): HostLookup =>
    which === 'a host that a plugin looks up'
      ? new SafeHttp(new SafeHttpConfig(), new HostAddresses()).lookupFor(settings)
      : aTestHost(settings).lookup;

  it.each<[string, string, object]>([
    ['a setting names it', 'localhost', { host: 'LocalHost' }],
    ['a setting names its address', '127.0.0.1', { host: '127.0.0.1' }],
    ['a URL in a setting names it', 'localhost', { url: 'chat://localhost:1234/room' }],
    ['a setting has it in a list', 'localhost', { hosts: ['other.example', 'localhost'] }],
    ['a setting has it in a JSON object', 'localhost', { options: '{"server":{"host":"localhost"}}' }],
  ])('a host in the own network is reached when %s', async (_, host, settings) => {
    const found = await lookupWith(settings)(host, NAMES);
    expect(found.isInOwnNetwork).toBe(true);
    expect(await text(await found.connect(port))).toBe('hello');
  });

  it.each([
    ['localhost', {}],
    ['127.0.0.1', { host: 'localhost.example' }],
    ['10.0.0.1', { url: 'chat://10.0.0.2' }],
    ['::1', { host: '127.0.0.1' }],
    ['fd00::1', {}],
  ])('a host in the own network is refused when no setting names it: %s', async (host, settings) => {
    const refused = lookupWith(settings)(host, NAMES);
    await expect(refused).rejects.toThrow(/not public\. Remedy: correct CHAT_HOST$/);
    await expect(refused).rejects.toBeInstanceOf(PermanentPluginError);
  });

  it.each(['169.254.169.254', '0.0.0.0', '224.0.0.1', 'fe80::1', 'ff02::1', '100.100.100.200', '::ffff:168.63.129.16'])(
    'a host that no service has is refused, even when a setting names it: %s',
    async (host) => {
      const refused = lookupWith({ host })(host, NAMES);
      await expect(refused).rejects.toThrow(/link-local.* Remedy: correct CHAT_HOST$/);
      await expect(refused).rejects.toBeInstanceOf(PermanentPluginError);
    },
  );

  it.each(['no host', ''])('a host is refused when its name is none: "%s"', async (host) => {
    await expect(lookupWith({ host })(host, NAMES)).rejects.toThrow(/Remedy: correct CHAT_HOST/);
  });

  it('a host without an address is an error that may pass', async () => {
    const host = 'no-such-host.invalid';
    const failed = lookupWith({ host })(host, NAMES);
    await expect(failed).rejects.toThrow(/no-such-host\.invalid .*Remedy: correct CHAT_HOST, or try again later$/);
    await expect(failed).rejects.toBeInstanceOf(TransientPluginError);
  });

  it('a host gives packages that open their own sockets the checked addresses, whatever name they ask for', async () => {
    const { lookup } = await lookupWith({ host: '127.0.0.1' })('127.0.0.1', NAMES);
    const all = await new Promise((resolve) => lookup('other.example', { all: true }, (_, found) => resolve(found)));
    const one = await new Promise((resolve) =>
      lookup('other.example', {}, (_, address, family) => resolve([address, family])),
    );
    expect([all, one]).toEqual([[{ address: '127.0.0.1', family: 4 }], ['127.0.0.1', 4]]);
  });

  it('a host at which no server listens is named with the settings', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const unused = (closed.address() as AddressInfo).port;
    closed.close();
    await once(closed, 'close');
    const found = await lookupWith({ host: 'localhost' })('localhost', NAMES);
    await expect(found.connect(unused)).rejects.toMatchObject({
      name: 'TransientPluginError',
      message: `the chat server localhost:${unused} cannot be reached (ECONNREFUSED). Remedy: start it, or correct CHAT_HOST and CHAT_PORT`,
    });
  });

  it('a host that never completes the connection is given up after the time limit', async () => {
    serve = () => undefined;
    const found = await lookupWith({ host: 'localhost' })('localhost', NAMES);
    await expect(found.connect(port, { tls: {}, timeoutMs: 100 })).rejects.toMatchObject({
      name: 'TransientPluginError',
      isTimeout: true,
      message: expect.stringContaining('no connection within 0.1 s'),
    });
  });

  it('a connection to a host ends when the signal is aborted', async () => {
    const arrived = Promise.withResolvers<Socket>();
    serve = arrived.resolve;
    const abort = new AbortController();
    const found = await lookupWith({ host: 'localhost' })('localhost', NAMES);
    const socket = await found.connect(port, { signal: abort.signal });
    const closed = once(await arrived.promise, 'close');
    abort.abort(new Error('enough'));
    expect(socket.destroyed).toBe(true);
    await closed;
    const before = sockets.length;
    await expect(found.connect(port, { signal: abort.signal })).rejects.toThrow('enough');
    expect(sockets).toHaveLength(before);
  });

  it('a connection to a host with TLS needs a valid certificate for its name', async () => {
    const names = [{ type: 2 as const, value: 'localhost' }];
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      extensions: [{ name: 'subjectAltName', altNames: names }],
    });
    const secure = createTlsServer({ cert, key }, (socket) => socket.end('hello')).on(
      'tlsClientError',
      () => undefined,
    );
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const securePort = (secure.address() as AddressInfo).port;
    const lookup = lookupWith({ hosts: ['localhost', '127.0.0.1'] });
    const found = await lookup('localhost', NAMES);
    expect(await text(await found.connect(securePort, { tls: { ca: cert } }))).toBe('hello');
    const invalid = /^the certificate of the chat server \S+ is not valid .* NODE_EXTRA_CA_CERTS$/;
    await expect(found.connect(securePort, { tls: {} })).rejects.toThrow(invalid);
    const other = await lookup('127.0.0.1', NAMES);
    await expect(other.connect(securePort, { tls: { ca: cert } })).rejects.toThrow(invalid);
    secure.close();
  });
});

describe('a host with a name in DNS', () => {
  /** Here this computer counts as public. */
  class TestAddresses extends HostAddresses {
    override isPublic(address: string): boolean {
      return address === '127.0.0.1' || super.isPublic(address);
    }
  }
  let dns: DnsServer;
  beforeAll(async () => void (dns = await DnsServer.start()));
  afterAll(() => dns.close());

  it('a host is connected to at the address that was checked, with one look-up', async () => {
    const lookup = new SafeHttp(new SafeHttpConfig(), new TestAddresses([dns.address])).lookupFor({});
    dns.records.set('chat.example', ['127.0.0.1']);
    const found = await lookup('chat.example', NAMES);
    dns.records.set('chat.example', ['127.0.0.2']);
    expect(await text(await found.connect(port))).toBe('hello');
    expect(dns.questions).toEqual(['chat.example', 'chat.example']);
    await expect(lookup('chat.example', NAMES)).rejects.toBeInstanceOf(PermanentPluginError);
  });
});
