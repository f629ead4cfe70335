import { Readable } from 'node:stream';
import { PermanentPluginError, TransientPluginError, type HostHttp } from '../src/index.js';

/** HTTP as the host offers it, over the `fetch` of Node, with the same errors and default limits. */
export const testHttp: HostHttp = {
  send: async ({ url, method = 'GET', headers, body }, { signal, timeoutMs = 30_000, maxResponseBytes = 1e6 } = {}) => {
    if (!/^https?:/i.test(url)) throw new PermanentPluginError(`the URL ${url} is not allowed; use http or https`);
    signal?.throwIfAborted();
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, late]) : late,
        ...(headers && { headers }),
        ...(body instanceof Readable ? { body: Readable.toWeb(body), duplex: 'half' } : body && { body }),
      });
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
      throw new TransientPluginError(`${url}: ${(error as Error).message}`, { cause: error });
    }
  },
};

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
