import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { ReachableHosts } from './reachable-hosts.js';
import { hostnameOf } from './url-rules.js';

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens the connections of an undici agent. Each one goes to an address that was checked for this connection: the
 * socket gets the checked addresses and asks DNS for nothing, so an answer that changes after the check has no effect.
 */
export function safeConnector(hosts: ReachableHosts): buildConnector.connector {
  const lookup: LookupFunction = (host, { all }, callback) => {
    hosts.addressesOf(hostnameOf(host)).then(
      (addresses) => {
        const [first = '', ...others] = addresses;
        if (all === true) callback(null, [first, ...others].map(withFamily));
        else callback(null, first, withFamily(first).family);
      },
      (error: unknown) => callback(error as Error, ''),
    );
  };
  const connect = buildConnector({ lookup, timeout: CONNECT_TIMEOUT_MS, allowH2: false });
  return (options, callback) => {
    hosts.checkLiteral(hostnameOf(options.hostname)); // a socket does not look up an IP address
    connect(options, callback);
  };
}

function withFamily(address: string): { address: string; family: 4 | 6 } {
  return { address, family: address.includes(':') ? 6 : 4 };
}
