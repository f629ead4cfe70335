import ipaddr from 'ipaddr.js';

/** Everything that is assigned for addresses of the Internet is in here; NAT64 and old forms of embedding are not. */
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

/**
 * Services that give the virtual machines of a cloud their secrets, at addresses that are not link-local: of Azure, of
 * Alibaba and of Amazon.
 */
const METADATA_SERVICES = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254']);

/** The networks in which the services of an administrator are. */
const OWN_NETWORK = new Set<string>(['private', 'uniqueLocal', 'carrierGradeNat', 'loopback']);

/**
 * Returns whether an address is one of the public Internet. An IPv4-mapped address is judged as the IPv4 address in it.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || METADATA_SERVICES.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || (parsed.match(GLOBAL_UNICAST_V6) && !embedsIsatap(parsed.parts));
}

/**
 * Returns whether an address is public or one of a private network; link-local, multicast and unspecified addresses are
 * neither.
 */
export function isOwnOrPublicAddress(address: string): boolean {
  return isPublicAddress(address) || isOwnAddress(address);
}

/** Returns whether an address belongs to this computer or to a private network. */
export function isOwnAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return OWN_NETWORK.has(parsed.range()) && !METADATA_SERVICES.has(parsed.toString());
}

/** An ISATAP host has an IPv4 address, which may be a private one, after `5efe` in its interface identifier. */
function embedsIsatap([, , , , high, low]: readonly number[]): boolean {
  return low === 0x5efe && (high === 0 || high === 0x200);
}
