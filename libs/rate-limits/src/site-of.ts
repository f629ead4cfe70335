import ipaddr from 'ipaddr.js';

const BYTES_OF_SITE = 7;
const NO_HOST = new Array<number>(9).fill(0);

/**
 * What counts as one visitor in a limit of a public route: an IPv4 address, or a /56 network of IPv6, because that is
 * what providers give to one home or office.
 */
export function siteOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.toByteArray().slice(0, BYTES_OF_SITE), ...NO_HOST]).toString()}/56`;
}
