import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { PermanentPluginError, TransientPluginError } from '@archivolt/plugin-kit';
import ipaddr from 'ipaddr.js';

/** What `host.http` refuses for hosts of settings, too: addresses that no mail server has, and secrets of clouds. */
const REFUSED = new Set(['broadcast', 'linkLocal', 'multicast', 'reserved', 'unspecified']);
const METADATA_SERVICES = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254']);
const OWN_NETWORK = new Set(['carrierGradeNat', 'loopback', 'private', 'uniqueLocal']);

export interface ServerAddresses {
  /** Gives a socket the checked addresses, so that a DNS response that changes after the check has no effect. */
  pinned: LookupFunction;
  /** All of them belong to this computer or to a private network. */
  areInOwnNetwork: boolean;
}

/** Looks up the addresses of the mail server and checks each one. */
export async function addressesOf(host: string): Promise<ServerAddresses> {
  const addresses = await lookup(host, { all: true }).catch((error: unknown) => {
    const { code = 'no response' } = error as NodeJS.ErrnoException;
    throw new TransientPluginError(
      `the addresses of the mail server ${host} cannot be looked up (${code}). Remedy: correct INTAKE_IMAP_HOST, or try again later`,
      { cause: error },
    );
  });
  const kinds = addresses.map(({ address }) => kindOf(address));
  if (kinds.some((kind) => REFUSED.has(kind)))
    throw new PermanentPluginError(
      `the mail server ${host} has an address that is link-local, multicast, unspecified or of a metadata service. Remedy: correct INTAKE_IMAP_HOST`,
    );
  const [first = { address: '', family: 4 }] = addresses;
  const pinned: LookupFunction = (_, { all }, callback) => {
    if (all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  };
  return { pinned, areInOwnNetwork: kinds.every((kind) => OWN_NETWORK.has(kind)) };
}

/** An IPv4 address that is written as IPv6 is judged as the IPv4 address. */
function kindOf(address: string): string {
  const parsed = ipaddr.process(address);
  return METADATA_SERVICES.has(parsed.toString()) ? 'reserved' : parsed.range();
}
