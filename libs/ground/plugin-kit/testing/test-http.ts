import { pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  PermanentPluginError,
  TransientPluginError,
  type HostHttp,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
  type HttpStream,
  type HttpStreamLimits,
} from '../src/index.js';
import { isInOwnNetwork } from './own-network.js';

/**
 * HTTP as the host offers it, over the `fetch` of Node, with the same errors and default limits. Like the host it
 * reaches `localhost` and private addresses only when a URL in the plugin's settings names them; it looks up no names.
 */
export function testHttp(settings: object): HostHttp {
  return {
    send: (request, limits) => send(settings, request, limits),
    stream: (request, limits) => stream(settings, request, limits),
  };
}

async function send(
  settings: object,
  request: HttpRequest,
  { signal, timeoutMs = 30_000, maxResponseBytes = 1e6 }: HttpLimits = {},
): Promise<HttpResponse> {
  const late = AbortSignal.timeout(timeoutMs);
  let hasResponse = false;
  try {
    const ending = signal ? AbortSignal.any([signal, late]) : late;
    const { status, headers, body } = await stream(settings, request, { signal: ending, timeoutMs, maxResponseBytes });
    hasResponse = true;
    const bytes = await buffer(body);
    const text = () => new TextDecoder().decode(bytes);
    return { status, headers, body: bytes, text, json: () => asJson(text()) };
  } catch (error) {
    if (error !== late.reason) throw error;
    throw new TransientPluginError(`${request.url}: no complete response`, { isTimeout: true, hasResponse });
  }
}

async function stream(
  settings: object,
  { url, method = 'GET', headers, body }: HttpRequest,
  { signal, timeoutMs = 30_000, maxResponseBytes }: HttpStreamLimits,
): Promise<HttpStream> {
  const silence = new AbortController();
  let hasResponse = false;
  let size = 0;
  const received = new Transform({
    transform: (part: Buffer, _, done) => {
      timer.refresh();
      size += part.length;
      if (size <= maxResponseBytes) done(null, part);
      else done(new PermanentPluginError(`the response is larger than ${maxResponseBytes} bytes`));
    },
    destroy: (error, done) => {
      clearTimeout(timer);
      if (body instanceof Readable) body.destroy();
      done(error && faultOf(error));
    },
  });
  // eslint-disable-next-line no-restricted-syntax -- the time limit of the request; nothing waits for it to pass
  const timer = setTimeout(() => {
    if (received.readableLength > 0)
      timer.refresh(); // its reader pauses
    else silence.abort();
  }, timeoutMs);
  const faultOf = (error: unknown): Error => {
    if (signal?.aborted) return signal.reason as Error;
    if (error instanceof PermanentPluginError) return error;
    const isTimeout = silence.signal.aborted;
    return new TransientPluginError(`${url}: ${(error as Error).message}`, { cause: error, isTimeout, hasResponse });
  };
  try {
    checkUrl(url, settings);
    signal?.throwIfAborted();
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      ...(headers && { headers }),
      ...(body instanceof Readable ? { body: Readable.toWeb(body), duplex: 'half' } : body && { body }),
    });
    hasResponse = true;
    pipeline(response.body ? Readable.fromWeb(response.body) : Readable.from([]), received, () => undefined);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: received };
  } catch (error) {
    received.destroy();
    throw faultOf(error);
  }
}

function checkUrl(url: string, settings: object): void {
  const { protocol, hostname } = URL.parse(url) ?? {};
  if (hostname === undefined || (protocol !== 'http:' && protocol !== 'https:'))
    throw new PermanentPluginError(`the URL ${url} is not allowed; use http or https`);
  const isNamed = Object.values(settings)
    .flat()
    .some((value) => URL.parse(String(value))?.hostname === hostname);
  if (isNamed || !isInOwnNetwork(hostname)) return;
  throw new PermanentPluginError(
    `the host ${hostname} is not public. Remedy: take the URL from a setting of the plugin`,
  );
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PermanentPluginError('the response is not JSON', { cause: error });
  }
}
