import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import {
  definePlugin,
  Env,
  PermanentPluginError,
  TransientPluginError,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type Extractor,
} from '@archivolt/plugin-kit';
import { describeExtractor } from '@archivolt/plugin-kit/testing';

const MOST_ANSWER_BYTES = 1024 * 1024;
const AWAY = new Set([408, 429, 502, 503, 504]);

class AcmeConfig {
  @Env('EXTRACTION_ACME_URL') url: string = 'http://127.0.0.1:8080';
}

/** Sends the file to a service that responds with its text. */
class AcmeExtractor implements Extractor {
  constructor(private readonly url: string) {}

  async extract(input: ExtractionInput, { signal }: ExtractionContext): Promise<ExtractionResult> {
    const response = await this.send(await readFile(input.path, { signal }), signal);
    if (!response.ok) await response.body?.cancel(); // else its connection stays open until it is collected
    if (response.status === 422) return { outcome: 'corrupt', pages: [], reason: 'The service cannot read the file.' };
    if (AWAY.has(response.status)) throw new TransientPluginError(`the service responded with ${response.status}`);
    if (!response.ok) throw new PermanentPluginError(`the service responded with ${response.status}`);
    const text = (await boundedText(response)).replaceAll('\0', '').toWellFormed();
    if (text.trim() === '') return { outcome: 'empty', pages: [], reason: 'There is no text in the file.' };
    return { outcome: 'text', pages: [{ text, source: 'ocr' }] };
  }

  private async send(body: Buffer<ArrayBuffer>, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(this.url, { method: 'POST', body, signal, redirect: 'error' });
    } catch (error) {
      signal.throwIfAborted();
      throw new TransientPluginError('the service is unavailable', { cause: error });
    }
  }
}

async function boundedText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > MOST_ANSWER_BYTES) throw new PermanentPluginError('the response of the service is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Accepts content that begins with `ACME`, as the real service would. */
const service: Server = createServer((request, response) => {
  void (async () => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    response.writeHead(text.startsWith('ACME') ? 200 : 422).end(text.slice(4));
  })();
});
const url = await listen(service);
afterAll(() => stop(service));

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function stop(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

const manifest = definePlugin<AcmeConfig>({
  id: 'extraction-acme',
  contract: 2,
  config: AcmeConfig,
  types: [{ type: 'application/x-acme', extensions: ['acme'], magic: [{ bytes: 'ACME' }] }],
  provides: {
    extraction: {
      form: 'remote',
      accepts: ['application/x-acme'],
      create: ({ config }) => new AcmeExtractor(config.url),
    },
  },
});

describeExtractor('extraction-acme', {
  manifest,
  config: { url },
  serviceAt: (address) => ({ url: address }),
  samples: [{ file: Buffer.from('ACME a letter from afar'), type: 'application/x-acme', expectWords: ['afar'] }],
});
