import { BlockList, isIP } from 'node:net';
import { Readable } from 'node:stream';
import {
  PermanentPluginError,
  TransientPluginError,
  type HostHttp,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
} from '../src/index.js';

/** Addresses that are not public; the host knows more of them. */
const OWN_NETWORK = new BlockList();
for (const [network, prefix] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  OWN_NETWORK.addSubnet(network, prefix);
OWN_NETWORK.addAddress('::1', 'ipv6');
OWN_NETWORK.addSubnet('fc00::', 7, 'ipv6');

/**
 * HTTP as the host offers it, over the `fetch` of Node, with the same errors and default limits. Like the host it
 * reaches `localhost` and private addresses only when a URL in the plugin's settings names them; it looks up no names.
 */
export function testHttp(settings: object): HostHttp {
  return {
    send: async (request, limits = {}) => {
      try {
        return await send(settings, request, limits);
      } finally {
        if (request.body instanceof Readable) request.body.destroy();
      }
    },
  };
}

async function send(
  settings: object,
  { url, method = 'GET', headers, body }: HttpRequest,
  { signal, timeoutMs = 30_000, maxResponseBytes = 1e6 }: HttpLimits,
): Promise<HttpResponse> {
  checkUrl(url, settings);
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  let hasResponse = false;
  try {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(headers && { headers }),
      ...(body instanceof Readable ? { body: Readable.toWeb(body), duplex: 'half' } : body && { body }),
    });
    hasResponse = true;
    const bytes = await bytesOf(response, maxResponseBytes);
    const text = () => new TextDecoder().decode(bytes);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: bytes,
      text,
      json: () => asJson(text()),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PermanentPluginError) throw error;
    throw new TransientPluginError(`${url}: ${(error as Error).message}`, {
      cause: error,
      isTimeout: late.aborted,
      hasResponse,
    });
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

function isInOwnNetwork(hostname: string): boolean {
  const address = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(address) === 0) return hostname === 'localhost' || hostname.endsWith('.localhost');
  return OWN_NETWORK.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new PermanentPluginError(`the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PermanentPluginError('the response is not JSON', { cause: error });
  }
}
