import ipaddr from 'ipaddr.js';

const BYTES_OF_SUBSCRIBER = 8;
const NO_HOST = new Array<number>(8).fill(0);

/**
 * What counts as one client in a limit: an IPv4 address, or a /64 network of IPv6, because a subscriber has all its
 * addresses.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.toByteArray().slice(0, BYTES_OF_SUBSCRIBER), ...NO_HOST]).toString()}/64`;
}
