import { openAsBlob } from 'node:fs';
import {
  PermanentPluginError,
  TransientPluginError,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type RemoteExtractor,
} from '@archivolt/plugin-kit';
import type { TemplateConfig } from './template.config.js';

/** Responses after which the same request may succeed later. */
const BUSY = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Responses that concern this file only. */
const CANNOT_READ = new Set([400, 415, 422]);

/** Sends the file to a service that responds with its text. */
export class TemplateExtractor implements RemoteExtractor {
  constructor(private readonly config: TemplateConfig) {}

  async extract(input: ExtractionInput, { limits, signal }: ExtractionContext): Promise<ExtractionResult> {
    const response = await this.#send(input, signal);
    if (CANNOT_READ.has(response.status))
      return { outcome: 'corrupt', pages: [], reason: 'The service cannot read the file.' };
    if (BUSY.has(response.status)) throw new TransientPluginError(`the service responded with ${response.status}`);
    if (!response.ok) throw new PermanentPluginError(`the service responded with ${response.status}`);
    const text = (await this.#read(response)).replaceAll('\0', '').toWellFormed();
    if (text.trim() === '') return { outcome: 'empty', pages: [], reason: 'There is no text in the file.' };
    return {
      outcome: 'text',
      pages: [{ text: text.slice(0, limits.maxChars).toWellFormed(), source: 'ocr' }],
      truncated: text.length > limits.maxChars,
    };
  }

  /** `npm run doctor` and the health report call it. */
  async check(signal: AbortSignal): Promise<void> {
    const response = await fetch(this.config.url, { method: 'HEAD', signal, redirect: 'manual' }).catch(
      (error: unknown) => error as Error,
    );
    if (response instanceof Error)
      throw new Error(`there is no service at ${this.config.url}: start it, or set EXTRACTION_TEMPLATE_URL`);
  }

  async #send({ path, type }: ExtractionInput, signal: AbortSignal): Promise<Response> {
    const headers = { 'content-type': type, ...(this.config.key && { authorization: `Bearer ${this.config.key}` }) };
    const body = await openAsBlob(path);
    try {
      return await fetch(this.config.url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    } catch (error) {
      signal.throwIfAborted();
      throw new TransientPluginError('the service is not available', { cause: error });
    }
  }

  /** A response without end would fill the memory of the server. */
  async #read(response: Response): Promise<string> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > this.config.maxResponseBytes)
        throw new PermanentPluginError('the response of the service is too long');
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }
}
