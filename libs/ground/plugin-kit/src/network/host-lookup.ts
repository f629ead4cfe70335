import type { LookupFunction, Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';

/** What messages about a server call it and its settings. */
export interface ServerNames {
  /** `the mail server` */
  server: string;
  /** The setting with its name or address: `INTAKE_IMAP_HOST`. */
  hostSetting: string;
  /** `INTAKE_IMAP_PORT` */
  portSetting: string;
}

/** How a socket is opened. */
export interface SocketOptions {
  /** The socket is destroyed when this aborts, also after it was opened. */
  signal?: AbortSignal;
  /** Milliseconds until the connection is there, with TLS if that is wanted. Default: 10,000. */
  timeoutMs?: number;
  /** TLS from the first byte; the certificate must be valid for the name that was looked up, unless this says otherwise. */
  tls?: Pick<ConnectionOptions, 'ca' | 'minVersion' | 'rejectUnauthorized' | 'servername'>;
}

/** A host whose addresses were looked up and checked. */
export interface CheckedHost {
  /** All addresses belong to this computer or to a private network. */
  readonly isInOwnNetwork: boolean;
  /**
   * The option `lookup` of sockets, for a package that opens them itself: it gives the checked addresses, so that a DNS
   * response that changes after the check has no effect. Such a socket must be for the host that was looked up.
   */
  readonly lookup: LookupFunction;
  /** Opens a socket to one of the checked addresses. Throws a `TransientPluginError` when that fails. */
  connect(port: number, options?: SocketOptions): Promise<Socket>;
}

/**
 * Looks up a host, for plugins that speak another protocol than HTTP. The rules of addresses are those of `HostHttp`: a
 * host that a setting of the plugin names (alone, in a URL or in a JSON object) may be in the own network of the
 * administrator, all others must have public addresses only.
 *
 * Throws a `TransientPluginError` when there is no address now, and a `PermanentPluginError` when one is not allowed;
 * both name the setting.
 */
export type HostLookup = (host: string, names: ServerNames) => Promise<CheckedHost>;
