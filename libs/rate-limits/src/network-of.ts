import ipaddr from 'ipaddr.js';

const BYTES_OF_SUBSCRIBER = 8;

/**
 * The key of one client in a limit: an IPv4 address, or the first 64 bits of an IPv6 address, because a subscriber has
 * all addresses with these bits.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${Buffer.from(parsed.toByteArray().slice(0, BYTES_OF_SUBSCRIBER)).toString('hex')}/64`;
}
