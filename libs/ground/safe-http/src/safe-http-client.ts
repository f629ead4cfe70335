import { pipeline, Readable, Transform } from 'node:stream';
import {
  PermanentPluginError,
  type HostHttp,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
  type HttpStream,
  type HttpStreamLimits,
} from '@archivolt/plugin-kit';
import type { Dispatcher } from 'undici';
import type { SafeHttpConfig } from '#config/safe-http';
import { ConnectionPools } from './connection-pools.js';
import type { ReachableHosts } from './reachable-hosts.js';
import { ACCEPTED_ENCODINGS } from './response-body.js';
import { safeConnector } from './safe-connector.js';
import { Attempt, StartedResponse } from './started-response.js';
import { TimeLimit } from './time-limit.js';

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

/** What ends a request. */
interface Ends {
  time: TimeLimit;
  maxBytes: number;
  signal: AbortSignal | undefined;
  /** Whether each part of the request's body restarts the time limit. */
  restarts?: boolean;
}

/** Sends requests to the hosts that one kind of caller may reach. */
export class SafeHttpClient implements HostHttp {
  readonly #pools: ConnectionPools;

  constructor(
    private readonly config: SafeHttpConfig,
    private readonly hosts: ReachableHosts,
  ) {
    this.#pools = new ConnectionPools(() => safeConnector(hosts), config.connectionsPerHost);
  }

  async send(request: HttpRequest, limits: OutboundLimits = {}): Promise<OutboundResponse> {
    const { signal, cutsResponse = false, connectionsOf } = limits;
    const maxBytes = Math.min(limits.maxResponseBytes ?? DEFAULT_RESPONSE_BYTES, this.config.maxResponseBytes);
    const time = this.#timeLimit(limits, 'no complete response');
    let response: StartedResponse | undefined;
    const parts: Buffer[] = [];
    let isCut = false;
    try {
      response = await this.#start(request, { time, maxBytes, signal }, connectionsOf);
      for await (const part of response.parts()) parts.push(part);
    } catch (error) {
      if (!response || !cutsResponse || signal?.aborted) throw error;
      isCut = true;
    } finally {
      time.pause();
      endBody(request);
    }
    return new ReadResponse(response, Buffer.concat(parts), isCut);
  }

  async stream(request: HttpRequest, limits: HttpStreamLimits): Promise<HttpStream> {
    const time = this.#timeLimit(limits, 'nothing was sent or received');
    try {
      const { maxResponseBytes: maxBytes, signal } = limits;
      const response = await this.#start(request, { time, maxBytes, signal, restarts: true });
      const body = response.stream().once('close', () => endBody(request));
      return { status: response.status, headers: response.headers, body };
    } catch (error) {
      time.pause();
      endBody(request);
      throw error;
    }
  }

  async destroy(): Promise<void> {
    await this.#pools.destroy();
  }

  async #start(
    request: HttpRequest,
    { time, maxBytes, signal, restarts = false }: Ends,
    connectionsOf = '',
  ): Promise<StartedResponse> {
    const url = this.hosts.checkUrl(request.url);
    signal?.throwIfAborted();
    const attempt = new Attempt(`${request.method ?? 'GET'} ${url.origin}`, time, maxBytes, signal);
    const body = restarts ? restarting(request.body, attempt) : request.body;
    try {
      const response = await this.#pools.with(connectionsOf, (dispatcher) =>
        untilAborted(startRequest(dispatcher, url, { ...request, body }, attempt.ending), attempt.ending),
      );
      attempt.hasResponse = true;
      return new StartedResponse(response, attempt);
    } catch (error) {
      throw attempt.faultOf(error);
    }
  }

  #timeLimit({ timeoutMs = DEFAULT_TIMEOUT_MS }: HttpLimits, what: string): TimeLimit {
    return new TimeLimit(Math.min(timeoutMs, this.config.maxTimeoutMs), what);
  }
}

class ReadResponse implements OutboundResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly response: StartedResponse,
    readonly body: Uint8Array,
    readonly isCut: boolean,
  ) {
    this.status = response.status;
    this.headers = response.headers;
  }

  text(): string {
    return new TextDecoder().decode(this.body);
  }

  json(): unknown {
    try {
      return JSON.parse(this.text());
    } catch (error) {
      throw new PermanentPluginError(`${this.response.attempt.where}: the response is not JSON`, { cause: error });
    }
  }
}

function startRequest(
  dispatcher: Dispatcher,
  url: URL,
  { method = 'GET', headers, body }: Omit<HttpRequest, 'body'> & { body: HttpRequest['body'] },
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
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
    work.catch(() => undefined);
  }
}

/** The same body, which restarts the time limit with each part that is sent before the response. */
function restarting(body: HttpRequest['body'], attempt: Attempt): HttpRequest['body'] {
  if (!(body instanceof Readable)) return body;
  const noted = new Transform({
    transform: (part, _, done) => {
      if (!attempt.hasResponse) attempt.time.restart();
      done(null, part);
    },
  });
  return pipeline(body, noted, () => undefined);
}

function endBody({ body }: HttpRequest): void {
  if (body instanceof Readable) body.destroy();
}
