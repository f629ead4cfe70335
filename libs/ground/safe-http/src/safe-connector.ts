import type { LookupFunction } from 'node:net';
import { lookupOf } from '@archivolt/plugin-kit/network';
import type { buildConnector } from 'undici';
import type { ReachableHosts } from './reachable-hosts.js';
import { hostnameOf } from './url-rules.js';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens the connections of an undici agent. Each one goes to an address that was checked for this connection: the
 * socket gets the checked addresses and asks DNS for nothing, so an answer that changes after the check has no effect.
 */
export async function safeConnector(hosts: ReachableHosts): Promise<buildConnector.connector> {
  const { buildConnector } = await import('undici'); // not before there is a request: it is large
  const lookup: LookupFunction = (host, options, callback) => {
    hosts.addressesOf(hostnameOf(host)).then(
      (addresses) => lookupOf(addresses)(host, options, callback),
      (error: unknown) => callback(error as Error, ''),
    );
  };
  const connect = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  return (options, callback) => {
    hosts.checkLiteral(hostnameOf(options.hostname)); // a socket does not look up an IP address
    connect(options, callback);
  };
}
