import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isPublicAddress } from './address-kinds.js';

const TIME_LIMIT_MS = 5_000;
const ATTEMPTS = 2;
const ATTEMPT_MS = 2_000;

/** The responses that say that a name has no address of this family. */
const NO_ADDRESS = new Set(['ENODATA', 'ENOTFOUND']);

/** Finds the addresses of hosts, and says which addresses are public. A provider, so that tests have their own DNS. */
export class HostAddresses {
  /** `servers` are asked instead of those of the system: `127.0.0.1:5353`. */
  constructor(public servers?: readonly string[]) {}

  /**
   * Asks DNS for all IPv4 and IPv6 addresses, IPv4 first. Rejects when one of the two questions fails. It does not use
   * the resolver of the system, which blocks one of the few threads that read and write files until it has an answer.
   */
  async fromDns(hostname: string): Promise<string[]> {
    const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
    if (this.servers) resolver.setServers(this.servers);
    const limit = setTimeout(() => resolver.cancel(), TIME_LIMIT_MS);
    try {
      const families = await Promise.all([
        resolver.resolve4(hostname).catch(noneWhenMissing),
        resolver.resolve6(hostname).catch(noneWhenMissing),
      ]);
      return families.flat();
    } finally {
      clearTimeout(limit);
      resolver.cancel();
    }
  }

  /** Asks the system, which also knows its file of hosts and its search domains: for names that an administrator wrote. */
  async fromSystem(hostname: string): Promise<string[]> {
    return (await systemLookup(hostname, { all: true })).map(({ address }) => address);
  }

  isPublic(address: string): boolean {
    return isPublicAddress(address);
  }
}

function noneWhenMissing(error: NodeJS.ErrnoException): string[] {
  if (NO_ADDRESS.has(error.code ?? '')) return [];
  throw error;
}
