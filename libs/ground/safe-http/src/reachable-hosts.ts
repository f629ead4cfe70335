import { isIP } from 'node:net';
import type { SafeHttpConfig } from '#config/safe-http';
import { isOwnOrPublicAddress } from './address-kinds.js';
import type { HostAddresses } from './host-addresses.js';
import { UnsafeUrl } from './unsafe-url.js';
import { checkLength, checkPort, isLocalhost, parseUrl, withoutBrackets } from './url-rules.js';

/** Which addresses a host may have: all of them, all but those that no service has, or those of the Internet. */
type Reach = 'any' | 'own or public' | 'public';

/** A name that has no address now, or whose DNS server does not answer. A later attempt may succeed. */
export class HostNotFound extends Error {}

/** Decides which hosts requests may reach, and at which addresses. */
export class ReachableHosts {
  readonly #allowed: ReadonlySet<string>;

  /**
   * For a plugin `named` are the hosts that its settings name: they may be in the own network. `remedy` is what messages
   * propose, if it is not what they say for URLs.
   */
  constructor(
    private readonly config: SafeHttpConfig,
    private readonly addresses: HostAddresses,
    private readonly named?: ReadonlySet<string>,
    private readonly remedy?: string,
  ) {
    this.#allowed = new Set(config.allowedHostnames.map((hostname) => hostname.toLowerCase()));
  }

  /** Returns the parsed URL when it follows the rules. The addresses of its host are not looked up. */
  checkUrl(text: string): URL {
    const url = parseUrl(text);
    const reach = this.#reachOf(url.hostname);
    if (reach !== 'own or public') checkLength(text);
    if (reach === 'public') checkPort(url);
    return url;
  }

  /** Returns whether no address of this host is refused. */
  isUnrestricted(hostname: string): boolean {
    return this.#reachOf(hostname) === 'any';
  }

  /** Throws {@link UnsafeUrl} when the host is an IP address that is not allowed. */
  checkLiteral(hostname: string): void {
    const address = withoutBrackets(hostname);
    if (isIP(address) !== 0) this.#check(hostname, [address], this.#reachOf(hostname));
  }

  /**
   * Returns the addresses of a host after checking each of them. Rejects with {@link UnsafeUrl} when one is not allowed,
   * with {@link HostNotFound} when there is none.
   */
  async addressesOf(hostname: string): Promise<string[]> {
    const reach = this.#reachOf(hostname);
    const literal = withoutBrackets(hostname);
    const found = isIP(literal) === 0 ? await this.#resolve(hostname, reach) : [literal];
    this.#check(hostname, found, reach);
    return found;
  }

  #reachOf(hostname: string): Reach {
    if (!this.config.isSsrfProtectionEnabled || this.#allowed.has(hostname)) return 'any';
    return this.named?.has(hostname) ? 'own or public' : 'public';
  }

  async #resolve(hostname: string, reach: Reach): Promise<string[]> {
    if (reach === 'public' && isLocalhost(hostname)) throw this.#notAllowed(hostname, reach);
    let found: string[];
    try {
      found = await (reach === 'public' ? this.addresses.fromDns(hostname) : this.addresses.fromSystem(hostname));
    } catch (error) {
      const { code = (error as Error).message } = error as NodeJS.ErrnoException;
      throw new HostNotFound(`the addresses of ${hostname} cannot be looked up (${code})`, { cause: error });
    }
    if (found.length === 0) throw new HostNotFound(`the host ${hostname} has no address`);
    return found;
  }

  #check(hostname: string, addresses: readonly string[], reach: Reach): void {
    if (reach === 'any') return;
    const isAllowed = reach === 'public' ? (address: string) => this.addresses.isPublic(address) : isOwnOrPublicAddress;
    if (!addresses.every(isAllowed)) throw this.#notAllowed(hostname, reach);
  }

  /** Does not name the address: users must not learn the addresses of an internal network from its names. */
  #notAllowed(hostname: string, reach: Reach): UnsafeUrl {
    const kind = reach === 'public' ? 'not public' : 'link-local, multicast, unspecified or of a metadata service';
    const ofUrls = this.named
      ? 'name the URL of a service in a setting of the plugin, or add its host to WEBHOOK_URL_ALLOWED_HOSTNAMES'
      : 'use a host of the Internet, or have the administrator add this one to WEBHOOK_URL_ALLOWED_HOSTNAMES';
    return new UnsafeUrl(`the host ${hostname} has an address that is ${kind}. Remedy: ${this.remedy ?? ofUrls}`);
  }
}
