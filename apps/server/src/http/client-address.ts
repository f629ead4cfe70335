import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { ServerConfig } from '#config/server';

/** `192.0.2.1:443`, `[2001:db8::1]` and `[2001:db8::1]:443`. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]{2,60})\]|(?<v4>[\d.]{7,15}))(?::\d{1,5})?$/;
/** A chain that is longer was not written by proxies. */
const MAX_ADDRESSES = 32;

type AddressSettings = Pick<ServerConfig, 'ipAddressHeaders' | 'trustedProxies' | 'trustedProxyHops'>;

/** Whom Fastify believes the addresses in `X-Forwarded-For`: `request.ip` is the first one from the right that it must not. */
export function trustOf({
  trustedProxies,
  trustedProxyHops,
}: AddressSettings): NonNullable<FastifyServerOptions['trustProxy']> {
  // Fastify rejects a plain number, because a client that connects directly can write any header; the operator excludes that.
  if (trustedProxyHops > 0) return (_address, hop) => hop < trustedProxyHops;
  return trustedProxies.length > 0 ? trustedProxies : false;
}

/**
 * Makes `request.ip` the client address everywhere: from the first header of AUTH_IP_ADDRESS_HEADERS that the request has,
 * if a trusted proxy sent it. Fastify knows one header only, and takes its entries as they are; so before anything else
 * reads them, they are replaced by the plain addresses of that header. Proxies write addresses only: an entry that is
 * something else is dropped, with all entries before it.
 */
export function clientAddresses(fastify: FastifyInstance, settings: AddressSettings): void {
  const names = settings.ipAddressHeaders.map((name) => name.toLowerCase());
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    const addresses = addressesIn(firstOf(names, headers));
    if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
    else delete headers['x-forwarded-for'];
    done();
  });
}

function firstOf(names: readonly string[], headers: IncomingHttpHeaders): string {
  const name = names.find((candidate) => headers[candidate] !== undefined);
  return name === undefined ? '' : String(headers[name]);
}

/** The addresses at the end of a list, as far as they are addresses. */
function addressesIn(list: string): string[] {
  const entries = list.split(',').slice(-MAX_ADDRESSES).map(addressOf);
  return entries.slice(entries.lastIndexOf(undefined) + 1).filter((address) => address !== undefined);
}

function addressOf(entry: string): string | undefined {
  const text = entry.trim();
  const { v6, v4 } = WITH_PORT.exec(text)?.groups ?? {};
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString();
}
