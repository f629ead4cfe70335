import {
  fileBody,
  limitsOfRequest,
  resultOfPages,
  unreadBecauseOf,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HostServices,
  type RemoteExtractor,
} from '@archivolt/plugin-kit';
import type { TikaConfig } from './tika.config.js';

const NAMES = { service: 'Apache Tika', addressSetting: 'EXTRACTION_TIKA_BASE_URL' };

/** Has the text of files read by an Apache Tika server. */
export class TikaExtractor implements RemoteExtractor {
  /** The version of the server, as it says once. */
  #version: Promise<string> | undefined;

  constructor(private readonly host: Pick<HostServices<TikaConfig>, 'config' | 'http'>) {}

  async extract(input: ExtractionInput, context: ExtractionContext): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file has no bytes.' };
    const { timeoutMs } = this.host.config;
    const { headers, body } = fileBody(input);
    const response = await this.host.http.send(
      {
        method: 'PUT',
        url: this.#url('tika'),
        headers: {
          ...headers,
          accept: 'text/plain',
          // Tika would believe any other type instead of looking at the file, and know fewer of them than it can read.
          'content-type': 'application/octet-stream',
          // Some formats are known by the extension only.
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(input.fileName.toWellFormed())}`,
        },
        body,
      },
      limitsOfRequest(context, timeoutMs),
    );
    const unread = unreadBecauseOf(response, NAMES);
    if (unread) return unread;
    const source = input.type.startsWith('image/') ? 'ocr' : 'text-layer';
    const pages = [{ text: response.text().trim(), source } as const];
    return resultOfPages(pages, context.limits, await this.#engine(context.signal));
  }

  /** For `npm run doctor`. */
  async check(signal: AbortSignal): Promise<void> {
    const version = await this.#readVersion(signal);
    if (version === '')
      throw new Error(
        `there is no Apache Tika server at the address in ${NAMES.addressSetting}.\nRemedy: correct the setting.`,
      );
  }

  #engine(signal: AbortSignal): Promise<string> {
    this.#version ??= this.#readVersion(signal).catch(() => {
      this.#version = undefined; // the text is there, and the next file asks again
      return '';
    });
    return this.#version;
  }

  async #readVersion(signal: AbortSignal): Promise<string> {
    const response = await this.host.http.send({ url: this.#url('version') }, { signal, maxResponseBytes: 10_000 });
    const version = response.text().trim();
    return response.status === 200 && /^Apache Tika \S{1,40}$/.test(version) ? version : '';
  }

  #url(path: string): string {
    const { baseUrl } = this.host.config;
    return `${baseUrl.replace(/\/$/, '')}/${path}`;
  }
}
