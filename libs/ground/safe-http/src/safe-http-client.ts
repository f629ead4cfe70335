import { Readable } from 'node:stream';
import {
  PermanentPluginError,
  TransientPluginError,
  type HostHttp,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
} from '@archivolt/plugin-kit';
import type { Dispatcher } from 'undici';
import type { SafeHttpConfig } from '#config/safe-http';
import { ConnectionPools } from './connection-pools.js';
import type { ReachableHosts } from './reachable-hosts.js';
import { ACCEPTED_ENCODINGS, readBody, TooLarge } from './response-body.js';
import { safeConnector } from './safe-connector.js';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RESPONSE_BYTES = 1_000_000;

export interface OutboundLimits extends HttpLimits {
  /**
   * Returns the response as soon as its headers and at most `maxResponseBytes` bytes of its body are there: a body that
   * is larger, too slow for the time limit or broken is cut, which is no error.
   */
  cutsResponse?: boolean;
  /**
   * Requests with another value use other connections: the id of the webhook. Without it, slow requests to one path of
   * a host could occupy the connections that requests of another organization to the same host need.
   */
  connectionsOf?: string;
}

export interface OutboundResponse extends HttpResponse {
  /** Whether the server has sent, or would have sent, more than `body`. */
  isCut: boolean;
}

/** Sends requests to the hosts that one kind of caller may reach. */
export class SafeHttpClient implements HostHttp {
  readonly #pools: ConnectionPools;

  constructor(
    private readonly config: SafeHttpConfig,
    private readonly hosts: ReachableHosts,
  ) {
    this.#pools = new ConnectionPools(safeConnector(hosts), config.connectionsPerHost);
  }

  async send(request: HttpRequest, limits: OutboundLimits = {}): Promise<OutboundResponse> {
    try {
      return await this.#send(request, limits);
    } finally {
      if (request.body instanceof Readable) request.body.destroy();
    }
  }

  async destroy(): Promise<void> {
    await this.#pools.destroy();
  }

  async #send(request: HttpRequest, limits: OutboundLimits): Promise<OutboundResponse> {
    const url = this.hosts.checkUrl(request.url);
    const timeoutMs = Math.min(limits.timeoutMs ?? DEFAULT_TIMEOUT_MS, this.config.maxTimeoutMs);
    const maxBytes = Math.min(limits.maxResponseBytes ?? DEFAULT_RESPONSE_BYTES, this.config.maxResponseBytes);
    const { signal, cutsResponse = false, connectionsOf = '' } = limits;
    signal?.throwIfAborted();
    const late = AbortSignal.timeout(timeoutMs);
    const ending = signal ? AbortSignal.any([signal, late]) : late;
    // Paths are left out: those of webhooks and bots contain a token, and messages are logged and stored with jobs.
    const where = `${request.method ?? 'GET'} ${url.origin}`;
    let hasResponse = false;
    try {
      return await this.#pools.with(connectionsOf, async (dispatcher) => {
        const response = await untilAborted(startRequest(dispatcher, url, request, ending), ending);
        hasResponse = true;
        const { bytes, fault } = await readBody(response.body, encodingOf(response), maxBytes);
        signal?.throwIfAborted();
        if (fault instanceof TooLarge && !cutsResponse)
          throw new PermanentPluginError(`${where}: the response is larger than ${maxBytes} bytes`);
        if (fault && !cutsResponse) throw fault;
        return new ReadResponse(response, bytes, fault !== undefined, where);
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof PermanentPluginError) throw error;
      if (late.aborted)
        throw new TransientPluginError(`${where}: no complete response within ${timeoutMs} ms`, {
          isTimeout: true,
          hasResponse,
        });
      if ((error as { code?: unknown }).code === 'UND_ERR_INVALID_ARG')
        throw new PermanentPluginError(`${where}: ${(error as Error).message}`, { cause: error });
      throw new TransientPluginError(`${where}: ${reasonOf(error)}`, { cause: error, hasResponse });
    }
  }
}

class ReadResponse implements OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    { statusCode, headers }: Dispatcher.ResponseData,
    readonly body: Uint8Array,
    readonly isCut: boolean,
    private readonly where: string,
  ) {
    this.status = statusCode;
    this.headers = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, joined(value)]));
  }

  text(): string {
    return new TextDecoder().decode(this.body);
  }

  json(): unknown {
    try {
      return JSON.parse(this.text());
    } catch (error) {
      throw new PermanentPluginError(`${this.where}: the response is not JSON`, { cause: error });
    }
  }
}

function startRequest(
  dispatcher: Dispatcher,
  url: URL,
  { method = 'GET', headers, body }: HttpRequest,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  return dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method,
    headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...headers },
    body: body ?? null,
    signal,
  });
}

/** A request that waits for a connection does not see its signal before it has one. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => undefined);
  }
}

function encodingOf({ headers }: Dispatcher.ResponseData): string {
  return joined(headers['content-encoding']);
}

function joined(value: string[] | string | undefined = ''): string {
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A refused connection to several addresses has an empty message, but a code. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'no response';
}
