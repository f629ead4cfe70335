import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { PermanentPluginError, TransientPluginError, type HostLookup } from '../src/index.js';
import { canonicalHost, hostsNamedIn, PinnedHost } from '../src/network/index.js';
import { isInOwnNetwork } from './own-network.js';

/** Addresses that no host may have; the host knows more of them. */
const REFUSED = new BlockList();
REFUSED.addSubnet('169.254.0.0', 16);
REFUSED.addSubnet('fe80::', 10, 'ipv6');
REFUSED.addSubnet('224.0.0.0', 4);
REFUSED.addSubnet('ff00::', 8, 'ipv6');
for (const address of ['0.0.0.0', '100.100.100.200', '168.63.129.16']) REFUSED.addAddress(address);

/** Looks up hosts as the host does, with the names that this computer knows. */
export function testLookup(settings: object): HostLookup {
  const named = hostsNamedIn(settings);
  return async (given, names) => {
    const host = canonicalHost(given);
    if (host === undefined)
      throw new PermanentPluginError(`${given} is not the name of a host. Remedy: correct ${names.hostSetting}`);
    const found = await lookup(host, { all: true }).catch((error: unknown) => {
      const remedy = `correct ${names.hostSetting}, or try again later`;
      throw new TransientPluginError(`the addresses of ${given} cannot be looked up. Remedy: ${remedy}`, {
        cause: error,
      });
    });
    const refuse = (kind: string): never => {
      throw new PermanentPluginError(
        `the host ${given} has an address that is ${kind}. Remedy: correct ${names.hostSetting}`,
      );
    };
    const isOwn = found.map(({ address }) => isInOwnNetwork(address));
    if (found.some(({ address, family }) => REFUSED.check(address, family === 6 ? 'ipv6' : 'ipv4')))
      refuse('link-local, multicast, unspecified or of a metadata service');
    if (isOwn.includes(true) && !named.has(host)) refuse('not public');
    return new PinnedHost(host, names, {
      addresses: found.map(({ address }) => address),
      isInOwnNetwork: !isOwn.includes(false),
    });
  };
}
