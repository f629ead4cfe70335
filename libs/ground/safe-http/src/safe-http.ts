import { TransientPluginError, type HostHttp, type HostLookup, type HttpRequest } from '@archivolt/plugin-kit';
import { canonicalHost, hostsNamedIn, PinnedHost } from '@archivolt/plugin-kit/network';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { SafeHttpConfig } from '#config/safe-http';
import { isOwnAddress } from './address-kinds.js';
import { HostAddresses } from './host-addresses.js';
import { HostNotFound, ReachableHosts } from './reachable-hosts.js';
import { SafeHttpClient, type OutboundLimits, type OutboundResponse } from './safe-http-client.js';
import { UnsafeUrl } from './unsafe-url.js';
import { hostnameOf } from './url-rules.js';

/**
 * The HTTP client for every URL that a user or the settings of a plugin name. It follows no redirects and limits time,
 * size and connections per host. Requests to URLs of users reach only public addresses; each connection goes to an
 * address that was checked for it. Errors as in {@link HostHttp}, and {@link UnsafeUrl} when a URL is not allowed.
 */
@Injectable()
export class SafeHttp implements OnApplicationShutdown {
  readonly #hosts: ReachableHosts;
  readonly #forUsers: SafeHttpClient;
  readonly #forSettings = new Map<string, SafeHttpClient>();

  constructor(
    private readonly config: SafeHttpConfig,
    private readonly addresses: HostAddresses,
  ) {
    this.#hosts = new ReachableHosts(config, addresses);
    this.#forUsers = new SafeHttpClient(config, this.#hosts);
  }

  /** Sends a request to a URL that a user gave. */
  send(request: HttpRequest, limits?: OutboundLimits): Promise<OutboundResponse> {
    return this.#forUsers.send(request, limits);
  }

  /** Rejects with {@link UnsafeUrl} when requests to this URL are refused: to be called when a user saves a URL. */
  async assertSafe(url: string): Promise<void> {
    const { hostname } = this.#hosts.checkUrl(url);
    if (this.#hosts.isUnrestricted(hostname)) return;
    try {
      await this.#hosts.addressesOf(hostname);
    } catch (error) {
      if (!(error instanceof HostNotFound)) throw error;
      throw new UnsafeUrl(`${error.message}. Remedy: correct the name, or try again later`, { cause: error });
    }
  }

  /**
   * Returns the client of a plugin. It also reaches the hosts of the URLs in the plugin's settings when they are in the
   * own network, because the administrator wrote those. It shares no connections with requests to URLs of users.
   */
  forSettings(settings: object): HostHttp {
    const hostnames = hostnamesIn(settings);
    const key = hostnames.join(' ');
    let client = this.#forSettings.get(key);
    if (!client) {
      client = new SafeHttpClient(this.config, new ReachableHosts(this.config, this.addresses, new Set(hostnames)));
      this.#forSettings.set(key, client);
    }
    return client;
  }

  /** Returns what a plugin finds the servers of other protocols with. */
  lookupFor(settings: object): HostLookup {
    const named = new Set([...hostsNamedIn(settings)].map(hostnameOf));
    return async (given, names) => {
      const remedy = `correct ${names.hostSetting}`;
      const host = canonicalHost(given);
      if (host === undefined) throw new UnsafeUrl(`${given} is not the name of a host. Remedy: ${remedy}`);
      const hosts = new ReachableHosts(this.config, this.addresses, named, remedy);
      try {
        const addresses = await hosts.addressesOf(hostnameOf(host));
        return new PinnedHost(host, names, { addresses, isInOwnNetwork: addresses.every(isOwnAddress) });
      } catch (error) {
        if (!(error instanceof HostNotFound)) throw error;
        throw new TransientPluginError(`${error.message}. Remedy: ${remedy}, or try again later`, { cause: error });
      }
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.#forUsers, ...this.#forSettings.values()].map((client) => client.destroy()));
  }
}

function hostnamesIn(settings: object): string[] {
  const urls = Object.values(settings)
    .flat()
    .flatMap((value) => (typeof value === 'string' ? (URL.parse(value) ?? []) : []))
    .filter(({ protocol }) => protocol === 'http:' || protocol === 'https:');
  return [...new Set(urls.map(({ hostname }) => hostname))].sort();
}
