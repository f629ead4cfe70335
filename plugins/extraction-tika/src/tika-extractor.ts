import {
  fileBody,
  resultOfPages,
  ServiceExtractor,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HttpRequest,
  type HttpResponse,
  type ServiceHost,
} from '@archivolt/plugin-kit';
import type { TikaConfig } from './tika.config.js';

const NAMES = { service: 'Apache Tika', addressSetting: 'EXTRACTION_TIKA_BASE_URL' };

/** Has the text of files read by an Apache Tika server. */
export class TikaExtractor extends ServiceExtractor<TikaConfig> {
  /** The version of the server, as it says once. */
  #version: Promise<string> | undefined;

  constructor(host: ServiceHost<TikaConfig>) {
    super(host, NAMES, host.config);
  }

  protected request(input: ExtractionInput): HttpRequest {
    const { headers, body } = fileBody(input);
    return {
      method: 'PUT',
      url: this.url('tika'),
      headers: {
        ...headers,
        accept: 'text/plain',
        // Tika would believe any other type instead of looking at the file, and know fewer of them than it can read.
        'content-type': 'application/octet-stream',
        // Some formats are known by the extension only.
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(input.fileName.toWellFormed())}`,
      },
      body,
    };
  }

  protected async read(
    response: HttpResponse,
    input: ExtractionInput,
    { limits, signal }: ExtractionContext,
  ): Promise<ExtractionResult> {
    return resultOfPages(this.wholeText(response.text().trim(), input), limits, await this.#engine(signal));
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
    const response = await this.host.http.send({ url: this.url('version') }, { signal, maxResponseBytes: 10_000 });
    const version = response.text().trim();
    return response.status === 200 && /^Apache Tika \S{1,40}$/.test(version) ? version : '';
  }
}
