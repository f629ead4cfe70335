import { createReadStream } from 'node:fs';
import {
  PermanentPluginError,
  TransientPluginError,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HostServices,
  type RemoteExtractor,
} from '@archivolt/plugin-kit';
import type { TemplateConfig } from './template.config.js';

/** Statuses after which the same request may succeed later. */
const BUSY = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Statuses that concern this file only. */
const CANNOT_READ = new Set([400, 415, 422]);
/** Statuses that say that the key is wrong or missing. */
const REJECTS_KEY = new Set([401, 403]);

/** Sends the file to a service that responds with its text. */
export class TemplateExtractor implements RemoteExtractor {
  constructor(private readonly host: Pick<HostServices<TemplateConfig>, 'config' | 'http'>) {}

  async extract(
    { path, size, type }: ExtractionInput,
    { deadline, limits, signal }: ExtractionContext,
  ): Promise<ExtractionResult> {
    const { url, key, maxResponseBytes } = this.host.config;
    const response = await this.host.http.send(
      {
        url,
        method: 'POST',
        headers: {
          'content-type': type,
          'content-length': String(size),
          ...(key && { authorization: `Bearer ${key}` }),
        },
        body: createReadStream(path),
      },
      { signal, timeoutMs: deadline - Date.now(), maxResponseBytes },
    );
    const { status } = response;
    if (CANNOT_READ.has(status)) return { outcome: 'corrupt', pages: [], reason: 'The service cannot read the file.' };
    if (BUSY.has(status)) throw new TransientPluginError(`it responded with ${status}`);
    if (REJECTS_KEY.has(status))
      throw new PermanentPluginError(
        `the service responded with ${status}: EXTRACTION_TEMPLATE_KEY is wrong or missing`,
      );
    if (status !== 200) throw new PermanentPluginError(`the service responded with ${status}`);
    const text = response.text().replaceAll('\0', '').toWellFormed();
    if (text.trim() === '') return { outcome: 'empty', pages: [], reason: 'There is no text in the file.' };
    return {
      outcome: 'text',
      pages: [{ text: text.slice(0, limits.maxChars).toWellFormed(), source: 'ocr' }],
      truncated: text.length > limits.maxChars,
    };
  }

  /** `npm run doctor` and the health report call it. */
  async check(signal: AbortSignal): Promise<void> {
    const { url } = this.host.config;
    try {
      await this.host.http.send({ url, method: 'HEAD' }, { signal });
    } catch (error) {
      throw new Error(`there is no service at ${url}.\nRemedy: start it, or set EXTRACTION_TEMPLATE_URL.`, {
        cause: error,
      });
    }
  }
}
