import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { ServerConfig } from '#config/server';
import { createFastifyAdapter } from './fastify-adapter.js';

const servers: FastifyInstance[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

/** The client address of a request that this machine sends with these header lines, as they are. */
async function addressOf(settings: Partial<ServerConfig>, lines: readonly string[], host = '127.0.0.1') {
  const server = createFastifyAdapter(Object.assign(new ServerConfig(), settings)).getInstance<FastifyInstance>();
  servers.push(server);
  server.get('/', ({ ip }) => ip);
  await server.listen({ host, port: 0 });
  const socket = connect({ port: (server.server.address() as AddressInfo).port, host });
  socket.write(['GET / HTTP/1.1', 'host: archive.example', 'connection: close', ...lines, '', ''].join('\r\n'));
  return (await text(socket)).split('\r\n\r\n')[1];
}

const behind = { trustedProxies: ['loopback', '10.0.0.0/8'] };
const hops = (trustedProxyHops: number) => ({ trustedProxyHops });
const from = (...values: string[]) => values.map((value) => `X-Forwarded-For: ${value}`);
const PEER = '127.0.0.1';

describe('the client address without a trusted proxy', () => {
  it.each<[string, Partial<ServerConfig>]>([
    ['no proxy is trusted', {}],
    ['another address is trusted', { trustedProxies: ['192.0.2.1'] }],
    ['only other networks of private addresses are trusted', { trustedProxies: ['uniquelocal', 'linklocal'] }],
  ])('the client address is that of the connection, whatever the headers say, when %s', async (_, settings) => {
    const lines = [...from('203.0.113.9', '127.0.0.1'), 'X-Real-IP: 203.0.113.9', 'Forwarded: for=203.0.113.9'];
    const ipAddressHeaders = ['x-real-ip', 'x-forwarded-for'];
    expect(await addressOf({ ...settings, ipAddressHeaders }, lines)).toBe(PEER);
  });
});

describe('the client address behind proxies whose addresses are trusted', () => {
  it.each<[string, string[], string]>([
    ['without a header', [], PEER],
    ['the only entry', from('203.0.113.9'), '203.0.113.9'],
    ['the entry of the proxy, not what the client wrote before it', from('198.51.100.1, 203.0.113.9'), '203.0.113.9'],
    ['the same in two lines', from('198.51.100.1', '203.0.113.9'), '203.0.113.9'],
    ['the last one that is not a proxy', from('198.51.100.1, 203.0.113.9, 10.0.0.5, 127.0.0.7'), '203.0.113.9'],
    ['the first one when all are proxies', from('10.0.0.4, 10.0.0.5'), '10.0.0.4'],
    ['an address as IPv6', from('::ffff:203.0.113.9'), '203.0.113.9'],
    ['an address as IPv6 in hexadecimal', from('198.51.100.1, ::ffff:cb00:7109'), '203.0.113.9'],
    ['a proxy as IPv6', from('203.0.113.9, ::ffff:10.0.0.5'), '203.0.113.9'],
    ['an IPv4 address with a port', from('198.51.100.1:80, 203.0.113.9:51234'), '203.0.113.9'],
    ['an IPv6 address', from('2001:DB8::0:9'), '2001:db8::9'],
    ['an IPv6 address in brackets', from('[2001:db8::9]'), '2001:db8::9'],
    ['an IPv6 address with a port', from('203.0.113.9, [2001:db8::9]:443'), '2001:db8::9'],
    [
      'what the proxy wrote, after text of the client',
      from('203.0.113.7<script>, unknown, 203.0.113.9'),
      '203.0.113.9',
    ],
    ['what the proxy wrote, after an empty entry', from('198.51.100.1,, 203.0.113.9'), '203.0.113.9'],
    ['text in place of an address', from('unknown'), PEER],
    ['text between addresses', from('198.51.100.1, unknown, 10.0.0.5'), '10.0.0.5'],
    ['a number in place of an address', from('3405803785'), PEER],
    ['a shortened IPv4 address', from('127.1'), PEER],
    ['an IPv4 address with leading zeros', from('0203.0.113.9'), PEER],
    ['a port alone', from(':80'), PEER],
    ['an empty header', from(''), PEER],
    ['commas only', from(',,,'), PEER],
    ['a chain that no proxies wrote', from(Array.from({ length: 900 }, () => '10.0.0.5').join(',')), '10.0.0.5'],
    ['a header that is not listed', ['X-Real-IP: 203.0.113.9', 'CF-Connecting-IP: 203.0.113.9'], PEER],
  ])('the client address is read from the end of X-Forwarded-For: %s', async (_, lines, address) => {
    expect(await addressOf(behind, lines)).toBe(address);
  });

  it('a trusted proxy that connects over IPv6 gets the same client address', async () => {
    expect(await addressOf(behind, from('198.51.100.1, 203.0.113.9'), '::1')).toBe('203.0.113.9');
    expect(await addressOf({ trustedProxies: ['127.0.0.0/8'] }, from('203.0.113.9'), '::1')).toBe('::1');
  });
});

describe('the client address behind a number of proxies', () => {
  it.each<[string, number, string[], string]>([
    ['one proxy', 1, from('203.0.113.9'), '203.0.113.9'],
    ['one proxy, and entries that the client added', 1, from('198.51.100.1, 198.51.100.2, 203.0.113.9'), '203.0.113.9'],
    ['two proxies', 2, from('203.0.113.9, 192.0.2.1'), '203.0.113.9'],
    ['two proxies, and entries that the client added', 2, from('198.51.100.1, 203.0.113.9, 192.0.2.1'), '203.0.113.9'],
    ['two proxies in two lines', 2, from('198.51.100.1, 203.0.113.9', '192.0.2.1'), '203.0.113.9'],
    ['more proxies than entries', 4, from('203.0.113.9, 192.0.2.1'), '203.0.113.9'],
    ['no header', 2, [], PEER],
    ['text in place of what the first proxy wrote', 2, from('203.0.113.9, unknown, 192.0.2.1'), '192.0.2.1'],
    ['text in place of what the last proxy wrote', 2, from('203.0.113.9, unknown'), PEER],
  ])(
    'the client address is the entry of X-Forwarded-For that the number of proxies names: %s',
    async (_, count, lines, address) => {
      expect(await addressOf(hops(count), lines)).toBe(address);
    },
  );
});

describe('the header of the client address', () => {
  const ipAddressHeaders = ['CF-Connecting-IP', 'x-real-ip'];

  it.each<[string, string[], string]>([
    ['the first of the list that is there', ['X-Real-IP: 192.0.2.7', 'CF-Connecting-IP: 203.0.113.9'], '203.0.113.9'],
    ['the second without the first', ['X-Real-IP: 192.0.2.7'], '192.0.2.7'],
    ['the first even when it holds no address', ['X-Real-IP: 192.0.2.7', 'CF-Connecting-IP: unknown'], PEER],
    ['the last line, which the proxy wrote', ['X-Real-IP: 198.51.100.1', 'X-Real-IP: 192.0.2.7'], '192.0.2.7'],
    ['none that is not in the list', from('198.51.100.1'), PEER],
    ['one of the list, not X-Forwarded-For', [...from('198.51.100.1'), 'X-Real-IP: 192.0.2.7'], '192.0.2.7'],
  ])('the client address is %s', async (_, lines, address) => {
    expect(await addressOf({ ...behind, ipAddressHeaders }, lines)).toBe(address);
    await Promise.all(servers.splice(0).map((server) => server.close()));
    expect(await addressOf({ ...hops(1), ipAddressHeaders }, lines)).toBe(address);
  });
});
