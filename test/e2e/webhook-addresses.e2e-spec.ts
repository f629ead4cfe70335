import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HostAddresses } from '#ground/safe-http';
import { startApp, type TestApp } from '../support/app.js';
import { DnsServer, type DnsRecord } from '../support/dns-server.js';
import { poolOf } from '../support/rows.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { SECRET, WebhookOwner } from './webhook-owner.js';

/** An address of the Internet, which no test connects to. */
const PUBLIC = '93.184.215.14';
const PUBLIC_V6 = '2606:2800:220:1:248:1893:25c8:1946';

/** `PORT` is the port of a receiver that listens at every address of this machine. */
const ADDRESSES = {
  loopback: 'http://127.0.0.1:PORT/hook',
  'another loopback address': 'http://127.255.255.254:PORT/hook',
  'IPv6 loopback': 'http://[::1]:PORT/hook',
  'IPv6 loopback, written out': 'http://[0:0:0:0:0:0:0:1]:PORT/hook',
  'every address of this machine': 'http://0.0.0.0:PORT/hook',
  'every IPv6 address of this machine': 'http://[::]:PORT/hook',
  'an IPv4-mapped loopback address': 'http://[::ffff:127.0.0.1]:PORT/hook',
  'an IPv4-mapped loopback address in hexadecimal': 'http://[::ffff:7f00:1]:PORT/hook',
  'an IPv4-mapped private address': 'http://[::ffff:10.0.0.1]:PORT/hook',
  'an IPv4-compatible loopback address': 'http://[::127.0.0.1]:PORT/hook',
  'loopback with two parts': 'http://127.1:PORT/hook',
  'loopback with three parts': 'http://127.0.1:PORT/hook',
  'loopback as one decimal number': 'http://2130706433:PORT/hook',
  'loopback in hexadecimal': 'http://0x7f000001:PORT/hook',
  'loopback with a hexadecimal part': 'http://0x7f.1:PORT/hook',
  'loopback in octal': 'http://0177.0.0.1:PORT/hook',
  'loopback as one octal number': 'http://017700000001:PORT/hook',
  'loopback with a trailing dot': 'http://127.0.0.1.:PORT/hook',
  'loopback with ideographic dots': 'http://127。0。0。1:PORT/hook',
  'loopback with full-width digits': 'http://１２７.０.０.１:PORT/hook',
  'loopback with percent-encoding': 'http://%31%32%37.0.0.1:PORT/hook',
  zero: 'http://0:PORT/hook',
  localhost: 'http://localhost:PORT/hook',
  'localhost in capitals with a trailing dot': 'http://LOCALHOST.:PORT/hook',
  'a name below localhost': 'http://a.b.localhost:PORT/hook',
  'localhost with circled letters': 'http://ⓛocalhost:PORT/hook',
  'the metadata service of clouds': 'http://169.254.169.254/latest/meta-data/',
  'the metadata service of clouds in decimal': 'http://2852039166/latest/meta-data/',
  'the metadata service of clouds, IPv4-mapped': 'http://[::ffff:a9fe:a9fe]/latest/meta-data/',
  'the metadata service of clouds over IPv6': 'http://[fd00:ec2::254]/latest/meta-data/',
  '10/8': 'http://10.1.2.3/',
  '172.16/12': 'http://172.31.255.255/',
  '192.168/16': 'http://192.168.0.1/',
  '100.64/10, carrier-grade NAT': 'http://100.64.0.1/',
  '192.0.0.0/24': 'http://192.0.0.8/',
  '198.18/15, benchmarks': 'http://198.19.0.1/',
  'the three documentation networks, the first': 'http://192.0.2.1/',
  'the three documentation networks, the second': 'http://198.51.100.1/',
  'the three documentation networks, the third': 'http://203.0.113.1/',
  '6to4 relays': 'http://192.88.99.1/',
  multicast: 'http://224.0.0.1/',
  '233.252.0.0/24': 'http://233.252.0.1/',
  'the reserved 240/4': 'http://240.0.0.1/',
  broadcast: 'http://255.255.255.255/',
  'IPv6 unique local addresses': 'http://[fd00::1]/',
  'IPv6 unique local addresses, fc00': 'http://[fc00::1]/',
  'IPv6 link-local addresses': 'http://[fe80::1]/',
  'IPv6 site-local addresses': 'http://[fec0::1]/',
  'IPv6 multicast': 'http://[ff02::1]/',
  'IPv6 documentation': 'http://[2001:db8::1]/',
  'IPv6 documentation, 3fff': 'http://[3fff::1]/',
  'the IPv6 discard prefix': 'http://[100::1]/',
  ORCHID: 'http://[2001:10::1]/',
  ORCHIDv2: 'http://[2001:20::1]/',
  Teredo: 'http://[2001::1]/',
  '6to4 of a loopback address': 'http://[2002:7f00:1::]/',
  'segment routing': 'http://[5f00::1]/',
  'NAT64 of a loopback address': 'http://[64:ff9b::127.0.0.1]/',
  'NAT64 of the metadata service': 'http://[64:ff9b::a9fe:a9fe]/',
  'the local NAT64 prefix': 'http://[64:ff9b:1::7f00:1]/',
};

const URLS = {
  'a user name and a password': 'http://user:secret@example.test/',
  'a user name that looks like a host': 'http://example.test@127.0.0.1:PORT/',
  'a user name that looks like a host and a port': 'http://example.test:80@127.0.0.1:PORT/',
  'a backslash before the host': 'http:\\\\127.0.0.1:PORT\\hook',
  'a fragment that looks like a host': 'http://127.0.0.1:PORT#@example.test/',
  file: 'file:///etc/passwd',
  gopher: 'gopher://example.test:70/_',
  ftp: 'ftp://example.test/',
  data: 'data:text/plain,x',
  javascript: 'javascript:alert(1)',
  'the port of SSH': 'http://example.test:22/',
  'the port of SMTP': 'http://example.test:25/',
  'a port below 1024': 'https://example.test:636/',
  'the port of IRC': 'http://example.test:6667/',
};

describe('the URL of a webhook', () => {
  let app: TestApp;
  let owner: WebhookOwner;
  let dns: DnsServer;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    app = await startApp({ WEBHOOK_TIMEOUT_MS: '3000', WEBHOOK_URL_ALLOWED_HOSTNAMES: 'intranet.test,127.0.0.3' });
    owner = await WebhookOwner.of(app);
    dns = await DnsServer.start();
    const own = new HostAddresses([dns.address]);
    Object.assign(app.app.get(HostAddresses, { strict: false }), {
      fromDns: (hostname: string) => own.fromDns(hostname),
    });
  });
  afterAll(async () => {
    await app.close();
    dns.close();
  });
  beforeEach(async () => {
    dns.records.set('example.test', [PUBLIC]);
    receiver = await WebhookReceiver.startAtEveryAddress();
  });
  afterEach(async () => {
    await receiver.close();
  });

  const withPort = (url: string) => url.replaceAll('PORT', String(receiver.port));
  const save = (url: string) =>
    owner.api.post<{ webhook: { id: string }; error: { code: string; message: string } }>(`${owner.path}/webhooks`, {
      name: 'Receiver',
      url,
      secret: SECRET,
      events: ['document:created'],
    });

  /** A webhook whose URL nothing has checked, as one saved before a setting changed. */
  const storedWith = async (url: string): Promise<string> => {
    const id = await owner.addWebhook('http://example.test/hook');
    await poolOf(app).query('update webhook set url = $2 where id = $1', [id, url]);
    return id;
  };
  const remove = (id: string) => owner.api.delete(`${owner.path}/webhooks/${id}`);

  describe('is refused when it is saved', () => {
    it.each([...Object.entries(ADDRESSES), ...Object.entries(URLS)])(
      'a URL is refused when it is saved with %s',
      async (_name, url) => {
        const { status, body } = await save(withPort(url));
        expect([status, body.error.code]).toEqual([400, 'webhooks.ssrf_unsafe_url']);
        expect(body.error.message).not.toContain('secret');
        expect(receiver.connections).toBe(0);
      },
    );

    it.each<[string, DnsRecord]>([
      ['a private address', ['10.0.0.1']],
      ['a public and a private address', [PUBLIC, '192.168.1.1']],
      ['a public IPv4 and a private IPv6 address', [PUBLIC, '::1']],
      ['a public IPv6 and a private IPv4 address', ['127.0.0.1', PUBLIC_V6]],
      ['an alias of a name with a private address', { alias: 'inner.test', addresses: ['127.0.0.1'] }],
      ['an IPv4-mapped loopback address', ['::ffff:127.0.0.1']],
      ['a NAT64 address', ['64:ff9b::7f00:1']],
      ['no address', []],
    ])('a URL is refused when it is saved with a name that has %s', async (_name, record) => {
      dns.records.set('names.test', record);
      const { status, body } = await save('http://names.test/hook');
      expect([status, body.error.code]).toEqual([400, 'webhooks.ssrf_unsafe_url']);
    });

    it('a URL is refused when it is saved with a name that DNS does not know, or that no DNS server answers for', async () => {
      for (const name of ['unknown.test', 'broken.test']) {
        dns.records.set('broken.test', 'broken');
        const { status, body } = await save(`http://${name}/hook`);
        expect([status, body.error.code]).toEqual([400, 'webhooks.ssrf_unsafe_url']);
      }
    });

    it('an update to a private address is refused and changes nothing', async () => {
      const id = await owner.addWebhook('http://example.test/hook');
      const path = `${owner.path}/webhooks/${id}`;
      const { status, body } = await owner.api.put<{ error: { code: string } }>(path, {
        name: 'Renamed',
        url: 'http://[::1]/',
      });
      expect([status, body.error.code]).toEqual([400, 'webhooks.ssrf_unsafe_url']);
      expect((await owner.api.get(path)).body).toMatchObject({
        webhook: { name: 'Receiver', url: 'http://example.test/hook' },
      });
      await remove(id);
    });

    it('a URL of more than 2048 characters is refused', async () => {
      const { status, body } = await save(`http://example.test/${'x'.repeat(2049 - 'http://example.test/'.length)}`);
      expect(status).toBe(400);
      expect(body.error.code).toMatch(/^server\.invalid_request\.body$|^webhooks\.ssrf_unsafe_url$/);
    });
  });

  describe('is accepted when it is saved', () => {
    it.each([
      ['a public name', 'https://example.test/hook?key=1'],
      ['a public name and a high port', 'http://example.test:8443/hook'],
      ['a public IPv4 address', `http://${PUBLIC}/hook`],
      ['a public IPv6 address', `http://[${PUBLIC_V6}]/hook`],
      ['a host of the allow list, which is not looked up', 'http://intranet.test:PORT/hook'],
      ['a host of the allow list in capitals', 'http://INTRANET.test/hook'],
      ['a private address of the allow list', 'http://127.0.0.3:PORT/hook'],
    ])('a URL is accepted when it is saved with %s', async (_name, url) => {
      const { status, body } = await save(withPort(url));
      expect(status).toBe(200);
      await remove(body.webhook.id);
    });

    it('a URL is accepted only with exactly the name of the allow list', async () => {
      for (const host of ['a.intranet.test', 'intranet.test.', 'intranet.test.example', '127.0.0.30'])
        expect((await save(`http://${host}/hook`)).status).toBe(400);
    });
  });

  describe('that was stored without a check is refused when it is sent to', () => {
    it('every kind of unsafe URL is refused when it is sent to, with an attempt in the log and without a connection', async () => {
      const all = [...Object.entries(ADDRESSES), ...Object.entries(URLS)];
      const webhooks: { name: string; id: string }[] = [];
      // In portions: an organization has at most 50 webhooks.
      for (let start = 0; start < all.length; start += 40) {
        for (const [name, url] of all.slice(start, start + 40))
          webhooks.push({ name, id: await storedWith(withPort(url)) });
        await owner.upload();
        await app.drain();
        for (const { name, id } of webhooks.splice(0)) {
          // On a busy machine the second attempt may be due before the last of the forty deliveries has had its first.
          const attempts = await owner.attempts(id, (await owner.delivery(id)).id);
          expect([name, attempts.length > 0]).toEqual([name, true]);
          for (const attempt of attempts) {
            expect([name, attempt]).toEqual([
              name,
              expect.objectContaining({ responseStatus: null, responseBody: null, error: expect.any(String) }),
            ]);
            expect(attempt.error).not.toMatch(/secret|meta-data|passwd/);
          }
          await remove(id);
        }
      }
      expect(receiver.connections).toBe(0);
    });

    it('a URL is refused when its name was public at the time of saving and is private at the time of sending', async () => {
      for (const record of [
        ['127.0.0.1'],
        ['::1'],
        [PUBLIC, '127.0.0.1'],
        { alias: 'inner.test', addresses: ['127.0.0.1'] },
      ]) {
        dns.records.set('rebinds.test', [PUBLIC]);
        const id = await owner.addWebhook(withPort('http://rebinds.test:PORT/hook'));
        dns.records.set('rebinds.test', record);
        await owner.upload();
        await app.drain();
        const attempt = await owner.onlyAttempt(id);
        expect(attempt).toMatchObject({ responseStatus: null, error: expect.stringContaining('rebinds.test') });
        expect(attempt.error).not.toContain('127.0.0.1');
        await remove(id);
      }
      expect(receiver.connections).toBe(0);
    });
  });

  it('a URL is sent to without a check when the protection is off, with any address but only over HTTP', async () => {
    const open = await startApp({ WEBHOOK_SSRF_PROTECTION_ENABLED: 'false' });
    try {
      const other = await WebhookOwner.of(open);
      const id = await other.addWebhook(withPort('http://127.0.0.1:PORT/hook'));
      await other.upload();
      await open.drain();
      expect(await other.onlyAttempt(id)).toMatchObject({ responseStatus: 200, error: null });
      expect(receiver.requests).toHaveLength(1);
      for (const url of ['file:///etc/passwd', 'http://user:password@127.0.0.1/']) {
        const body = { name: 'Receiver', url, secret: SECRET, events: ['document:created'] };
        expect((await other.api.post(`${other.path}/webhooks`, body)).status).toBe(400);
      }
    } finally {
      await open.close();
    }
  });
});
