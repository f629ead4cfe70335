import { Readable } from 'node:stream';
import {
  PermanentPluginError,
  TransientPluginError,
  type HostHttp,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
} from '@archivolt/plugin-kit';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, interceptors, type Dispatcher } from 'undici';
import { SafeHttpConfig } from '#config/safe-http';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RESPONSE_BYTES = 1_000_000;
const CONNECT_TIMEOUT_MS = 10_000;

export interface OutboundLimits extends HttpLimits {
  /** Returns the first `maxResponseBytes` bytes of a larger response, instead of an error. */
  cutsResponse?: boolean;
}

/**
 * The HTTP client for every URL that a user or the settings of a plugin name: http and https only, no redirects, limits
 * on time, size and connections per host. Errors as in {@link HostHttp}.
 */
@Injectable()
export class SafeHttp implements HostHttp, OnApplicationShutdown {
  readonly #agent: Agent;
  #decompressing: Dispatcher | undefined;

  constructor(private readonly config: SafeHttpConfig) {
    this.#agent = new Agent({
      connections: config.connectionsPerHost,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // The time limit of the whole request replaces the limits of its parts.
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
    });
  }

  async send(request: HttpRequest, limits: HttpLimits = {}): Promise<HttpResponse> {
    try {
      return await this.#send(request, limits);
    } finally {
      if (request.body instanceof Readable) request.body.destroy();
    }
  }

  /** Rejects with {@link UnsafeUrl} when requests to this URL are refused: to be called when a user saves a URL. */
  async assertSafe(url: string): Promise<void> {
    addressOf(url);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#agent.destroy();
  }

  /** Composed at the first request: undici then prints a warning, which commands and a start must not. */
  get #dispatcher(): Dispatcher {
    this.#decompressing ??= this.#agent.compose(interceptors.decompress({ skipErrorResponses: false }));
    return this.#decompressing;
  }

  async #send({ url, method = 'GET', headers, body }: HttpRequest, limits: HttpLimits): Promise<HttpResponse> {
    const address = addressOf(url);
    const timeoutMs = Math.min(limits.timeoutMs ?? DEFAULT_TIMEOUT_MS, this.config.maxTimeoutMs);
    const maxBytes = Math.min(limits.maxResponseBytes ?? DEFAULT_RESPONSE_BYTES, this.config.maxResponseBytes);
    const { signal } = limits;
    signal?.throwIfAborted();
    const late = AbortSignal.timeout(timeoutMs);
    // Paths are left out: those of webhooks and bots contain a token, and messages are logged and stored with jobs.
    const where = `${method} ${address.origin}`;
    try {
      const response = await this.#dispatcher.request({
        origin: address.origin,
        path: address.pathname + address.search,
        method,
        headers: { 'accept-encoding': 'gzip, br, zstd', ...headers },
        body: body ?? null,
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      return new CompleteResponse(response, await bytesOf(response.body, maxBytes, where), where);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof PermanentPluginError) throw error;
      if (late.aborted) throw new TransientPluginError(`${where}: no complete response within ${timeoutMs} ms`);
      if ((error as { code?: unknown }).code === 'UND_ERR_INVALID_ARG')
        throw new PermanentPluginError(`${where}: ${(error as Error).message}`, { cause: error });
      throw new TransientPluginError(`${where}: ${reasonOf(error)}`, { cause: error });
    }
  }
}

class CompleteResponse implements HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    { statusCode, headers }: Dispatcher.ResponseData,
    readonly body: Uint8Array,
    private readonly where: string,
  ) {
    this.status = statusCode;
    this.headers = Object.fromEntries(
      Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]),
    );
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

function addressOf(url: string): URL {
  const address = URL.parse(url);
  if (!address) throw new PermanentPluginError('the URL of the request is not valid');
  if (address.protocol !== 'http:' && address.protocol !== 'https:')
    throw new PermanentPluginError(`the protocol ${address.protocol} is not allowed; use http or https`);
  if (address.username !== '' || address.password !== '')
    throw new PermanentPluginError('a user name or password in a URL is not allowed; use the header authorization');
  return address;
}

async function bytesOf(body: AsyncIterable<Buffer>, maxBytes: number, where: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new PermanentPluginError(`${where}: the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** A refused connection to several addresses has an empty message, but a code. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || 'no response';
}
