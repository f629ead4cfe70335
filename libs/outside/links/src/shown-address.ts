import ipaddr from 'ipaddr.js';

/**
 * What members see of the address of a visitor: enough to tell an office from a flood, too little to name a person. The
 * /24 network of an IPv4 address, the /48 network of an IPv6 address.
 */
export function shownAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? 24 : 48;
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`;
}
