import ipaddr from 'ipaddr.js';

const BYTES_OF_SUBSCRIBER = 8;
const BYTES_OF_SITE = 7;

/**
 * What counts as one client in a limit: an IPv4 address, or a /64 network of IPv6, because a subscriber has all its
 * addresses.
 */
export function networkOf(address: string): string {
  return networkWith(BYTES_OF_SUBSCRIBER, address);
}

/**
 * What counts as one visitor on public routes: an IPv4 address, or a /56 network of IPv6, which is what one line of a
 * home often has; with the 256 networks in it, a visitor would otherwise have 256 times the limit.
 */
export function siteOf(address: string): string {
  return networkWith(BYTES_OF_SITE, address);
}

function networkWith(bytes: number, address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().fill(0, bytes);
  return `${new ipaddr.IPv6(network).toString()}/${bytes * 8}`;
}
