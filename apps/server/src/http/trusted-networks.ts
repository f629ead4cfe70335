import { BlockList, isIPv4, isIPv6 } from 'node:net';
import type { ServerConfig } from '#config/server';

/** The names that SERVER_TRUSTED_PROXIES accepts in place of addresses. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Returns a function that checks whether an address is in one of these networks. */
export function trustedNetworks(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => NAMED_NETWORKS[name] ?? [name])) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns a function that checks whether what connects from an address is a trusted proxy. */
export function trustedProxies(
  config: Pick<ServerConfig, 'trustedProxies' | 'trustedProxyHops'>,
): (address: string) => boolean {
  return config.trustedProxyHops > 0 ? () => true : trustedNetworks(config.trustedProxies);
}
