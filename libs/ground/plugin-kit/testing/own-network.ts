import { BlockList, isIP } from 'node:net';

/** Addresses that are not public; the host knows more of them. */
const OWN_NETWORK = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  OWN_NETWORK.addSubnet(network, prefix);
OWN_NETWORK.addAddress('::1', 'ipv6');
OWN_NETWORK.addSubnet('fc00::', 7, 'ipv6');

/** Returns whether a hostname of a URL, or an address, belongs to this computer or to a private network. */
export function isInOwnNetwork(hostname: string): boolean {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(address) === 0) return hostname === 'localhost' || hostname.endsWith('.localhost');
  return OWN_NETWORK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
