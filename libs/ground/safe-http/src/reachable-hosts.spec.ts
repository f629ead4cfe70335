import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttpConfig } from '#config/safe-http';
import { DnsServer } from '../../../../test/support/dns-server.js';
import { HostAddresses } from './host-addresses.js';
import { SafeHttp } from './safe-http.js';
import { UnsafeUrl } from './unsafe-url.js';

let dns: DnsServer;
beforeAll(async () => void (dns = await DnsServer.start()));
afterAll(() => dns.close());
beforeEach(() => dns.clear());

const safeHttp = (settings: Partial<SafeHttpConfig> = {}): SafeHttp =>
  new SafeHttp(Object.assign(new SafeHttpConfig(), settings), new HostAddresses([dns.address]));

/** `assertSafe` is called when a URL is saved, `send` for each request. */
const MOMENTS = ['save', 'send'] as const;
async function use(moment: (typeof MOMENTS)[number], url: string, http = safeHttp()): Promise<unknown> {
  try {
    return await (moment === 'save' ? http.assertSafe(url) : http.send({ url, method: 'POST', body: '{}' }));
  } finally {
    await http.onApplicationShutdown();
  }
}

describe.each(MOMENTS)('a URL of a user, used to %s', (moment) => {
  it.each([
    ...['http://127.0.0.1/', 'http://0.0.0.0/', 'http://[::1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/'],
    ...['http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/', 'http://127.1/', 'http://127.0.1/', 'http://0/'],
    ...['http://2130706433/', 'http://0x7f.1/', 'http://0x7f000001/', 'http://017700000001/', 'http://0177.0.0.1/'],
    ...[
      'http://127.0.0.1./',
      'http://127。0。0。1/',
      'http://127．0．0．1/',
      'http://127｡0｡0｡1/',
      'http://１２７.0.0.1/',
    ],
    ...['http://①②⑦.0.0.1/', 'http://%31%32%37.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'http://[fd00::1]/'],
    ...['http://[fe80::1]/', 'http://[fec0::1]/', 'http://[ff02::1]/', 'http://100.64.0.1/', 'http://10.0.0.1:8080/'],
    ...['http://[64:ff9b::7f00:1]/', 'http://[64:ff9b:1::a00:1]/', 'http://[2002:7f00:1::]/', 'http://[2001::1]/'],
    ...[
      'http://localhost/',
      'http://LOCALHOST:8080/',
      'http://localhost./',
      'http://api.localhost/',
      'http://a.localhost./',
    ],
    ...['http://localhost。/', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/', 'https://192.168.1.1/', 'http://255.255.255.255/'],
  ])('a URL is refused when its host is not public: %s', async (url) => {
    await expect(use(moment, url)).rejects.toThrow(/^the host \S+ has an address that is not public\. Remedy: /);
    await expect(use(moment, url)).rejects.toBeInstanceOf(UnsafeUrl);
    await expect(use(moment, url)).rejects.not.toThrow(/plugin/);
    expect(dns.questions).toEqual([]);
  });

  it.each([
    ['file:///etc/passwd', /the protocol file: is not allowed/],
    ['gopher://example.com/', /the protocol gopher: is not allowed/],
    ['ftp://example.com/', /the protocol ftp: is not allowed/],
    ['javascript:alert(1)', /the protocol javascript: is not allowed/],
    ['//example.com/', /the URL is not valid/],
    ['http://', /the URL is not valid/],
    ['http://[::1%25eth0]/', /the URL is not valid/],
    ['http://good@bad.example/', /a user name or password in a URL is not allowed/],
    ['http://:hush@bad.example/', /a user name or password in a URL is not allowed/],
    ['http://bad.example:22/', /the port 22 is not allowed/],
    ['http://bad.example:25/', /the port 25 is not allowed/],
    ['http://bad.example:0/', /the port 0 is not allowed/],
    ['http://bad.example:81/', /the port 81 is not allowed/],
    ['https://bad.example:1023/', /the port 1023 is not allowed/],
    ['http://bad.example:6000/', /the port 6000 is not allowed/],
    ['http://bad.example:10080/', /the port 10080 is not allowed/],
    [`http://bad.example/${'x'.repeat(2049 - 19)}`, /more than 2048 characters/],
  ])('a URL is refused when it breaks a rule: %s', async (url, reason) => {
    await expect(use(moment, url)).rejects.toThrow(reason);
    await expect(use(moment, url)).rejects.toBeInstanceOf(UnsafeUrl);
    expect(dns.questions).toEqual([]);
  });

  it.each<[string, string[]]>([
    ['a private address', ['10.0.0.5']],
    ['the address of this computer, as foo.localtest.me has', ['127.0.0.1', '::1']],
    ['a public and a private address', ['93.184.216.34', '192.168.0.1']],
    ['a public IPv4 and a private IPv6 address', ['93.184.216.34', 'fd00::1']],
    ['a private IPv4 and a public IPv6 address', ['10.0.0.5', '2606:4700::1111']],
    ['a private address in an IPv6 address', ['::ffff:10.0.0.5']],
  ])('a URL is refused when its name has %s', async (_, addresses) => {
    dns.records.set('hooks.example', addresses);
    await expect(use(moment, 'http://hooks.example/secret?token=hush')).rejects.toThrow(
      /^the host hooks\.example has an address that is not public\. .*WEBHOOK_URL_ALLOWED_HOSTNAMES/,
    );
    await expect(use(moment, 'http://hooks.example/secret?token=hush')).rejects.toBeInstanceOf(UnsafeUrl);
    await expect(use(moment, 'http://hooks.example/secret?token=hush')).rejects.not.toThrow(
      /secret|hush|10\.0|192\.168/,
    );
  });

  it('a URL is refused when its name is an alias of an internal name', async () => {
    dns.records.set('hooks.example', { alias: 'db.internal', addresses: ['10.0.0.5'] });
    await expect(use(moment, 'http://hooks.example/')).rejects.toBeInstanceOf(UnsafeUrl);
  });

  it('a URL is refused when its host has a private address and a trailing dot', async () => {
    dns.records.set('hooks.example', ['10.0.0.5']);
    await expect(use(moment, 'http://hooks.example./')).rejects.toBeInstanceOf(UnsafeUrl);
  });
});

describe('assertSafe', () => {
  it.each([
    ['http://93.184.216.34/', []],
    ['https://[2606:4700:4700::1111]:8443/hooks', []],
    ['https://hooks.example/a?b=c#d', ['93.184.216.34']],
    ['https://hooks.example:443/', ['93.184.216.34', '2606:4700:4700::1111']],
    [`http://hooks.example/${'x'.repeat(2048 - 21)}`, ['2606:4700:4700::1111']],
  ])('accepts a URL whose addresses are all public: %s', async (url, addresses) => {
    dns.records.set('hooks.example', addresses);
    await expect(use('save', url)).resolves.toBeUndefined();
  });

  it.each([
    ['has no address', [], /the host hooks\.example has no address\. Remedy: correct the name/],
    ['cannot be looked up', 'broken', /the addresses of hooks\.example cannot be looked up \(ESERVFAIL\)\. Remedy: /],
  ] as const)('refuses a name that %s', async (_, record, reason) => {
    dns.records.set('hooks.example', record);
    await expect(use('save', 'https://hooks.example/')).rejects.toThrow(reason);
    await expect(use('save', 'https://hooks.example/')).rejects.toBeInstanceOf(UnsafeUrl);
  });

  it('gives up a name server that does not respond', async () => {
    dns.records.set('hooks.example', 'silent');
    await expect(use('save', 'https://hooks.example/')).rejects.toThrow(
      /cannot be looked up \((ETIMEOUT|ECANCELLED)\)/,
    );
  });

  it('accepts a host of WEBHOOK_URL_ALLOWED_HOSTNAMES without a look-up, and nothing that only resembles it', async () => {
    const http = safeHttp({ allowedHostnames: ['Hooks.Internal', '127.0.0.1', '[::1]'] });
    await http.assertSafe('http://hooks.internal:81/');
    await http.assertSafe('http://HOOKS.internal/');
    await http.assertSafe('http://127.1/');
    await http.assertSafe('http://[0::1]/');
    expect(dns.questions).toEqual([]);
    dns.records.set('a.hooks.internal', ['10.0.0.1']).set('hooks.internal', ['10.0.0.1']);
    for (const other of ['http://a.hooks.internal/', 'http://hooks.internal./', 'http://127.0.0.2/'])
      await expect(http.assertSafe(other)).rejects.toBeInstanceOf(UnsafeUrl);
    await expect(http.assertSafe('ftp://hooks.internal/')).rejects.toThrow('ftp:');
    await expect(http.assertSafe('http://ada:hush@hooks.internal/')).rejects.toThrow('password');
  });

  it('assertSafe looks up no name when WEBHOOK_SSRF_PROTECTION_ENABLED is false', async () => {
    const http = safeHttp({ isSsrfProtectionEnabled: false });
    await http.assertSafe('http://10.0.0.1/');
    await http.assertSafe('http://hooks.internal/');
    await expect(http.assertSafe('file:///etc/passwd')).rejects.toBeInstanceOf(UnsafeUrl);
    expect(dns.questions).toEqual([]);
  });
});
