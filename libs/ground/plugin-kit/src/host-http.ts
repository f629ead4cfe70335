import type { Readable } from 'node:stream';

/** A request that the host sends for a plugin. */
export interface HttpRequest {
  /** `http:` or `https:`; a user name and a password in it are refused: use a header. */
  url: string;
  /** Default: `GET`. The last five are those of WebDAV. */
  method?: 'DELETE' | 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT' | 'COPY' | 'MKCOL' | 'MOVE' | 'PROPFIND' | 'REPORT';
  headers?: Readonly<Record<string, string>>;
  /**
   * A stream is read once, no faster than it is sent, and destroyed at the end of the request. Give the header
   * `content-length` when you know its size: some services, S3 among them, refuse a body without it.
   */
  body?: string | Uint8Array | Readable;
}

/** The limits of one request. */
export interface HttpLimits {
  /** Pass the signal that the host gave for the work. */
  signal?: AbortSignal;
  /** For the whole request, from the first byte sent to the last one received. Default: 30,000; the host has a maximum. */
  timeoutMs?: number;
  /** Of the body of the response after decompression. Default: 1,000,000; the host has a maximum. */
  maxResponseBytes?: number;
}

/** A complete response, whatever its status. */
export interface HttpResponse {
  status: number;
  /** Names in lower case; values of repeated headers are joined with a comma. */
  headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  body: Uint8Array;
  /** The body as UTF-8. */
  text(): string;
  /** The body as JSON. Throws a `PermanentPluginError` when it is not JSON. */
  json(): unknown;
}

/** The limits of a request whose response is a stream. */
export interface HttpStreamLimits {
  /** Pass the signal that the host gave for the work. It ends the body of the response, too. */
  signal?: AbortSignal;
  /**
   * The longest time in which nothing is sent and nothing arrives; while the reader of the body pauses, it does not
   * count. Default: 30,000; the host has a maximum. Add `AbortSignal.timeout` to `signal` to limit the whole request.
   */
  timeoutMs?: number;
  /**
   * Of the body of the response after decompression: what the caller expects at most. The host has no maximum, because
   * the body is never in memory as a whole.
   */
  maxResponseBytes: number;
}

/** A response, whatever its status, of which the headers have arrived. */
export interface HttpStream {
  status: number;
  /** Names in lower case; values of repeated headers are joined with a comma. */
  headers: Readonly<Record<string, string>>;
  /**
   * Decompressed, and received no faster than it is read. It occupies a connection until it was read to its end or
   * destroyed: destroy it when only the status matters. It fails with the errors of {@link HostHttp}.
   */
  body: Readable;
}

/**
 * HTTP for plugins, with limits on time, size and connections per host. Redirects are not followed: the response is
 * returned as it is.
 *
 * Hosts of the URLs in the plugin's own settings may be in the own network of the administrator: `http://tika:9998`,
 * `http://localhost:8080`, in a setting of its own or in a list. Only link-local, multicast and unspecified addresses
 * and the metadata services of clouds are refused there. All other hosts must have public addresses only, and a port
 * that is 80, 443 or above 1023; the check is repeated for each connection.
 *
 * Statuses are for the caller to judge; only these are errors:
 *
 * - `TransientPluginError`: there was no complete response (no connection, too slow, broken off). Its
 *   `isTimeout` is true when it was too slow, and `hasResponse` when a part of it was there.
 * - `PermanentPluginError`: the request is not allowed (another protocol, a host that is neither public nor in the
 *   settings), or the response is too large.
 * - the reason of `signal`, when that was aborted.
 */
export interface HostHttp {
  /** Resolves with the complete response. */
  send(request: HttpRequest, limits?: HttpLimits): Promise<HttpResponse>;
  /** Resolves when the headers of the response are there, for a body that is too large for memory. */
  stream(request: HttpRequest, limits: HttpStreamLimits): Promise<HttpStream>;
}
