import {
  formWithFile,
  jsonOf,
  jsonWithFile,
  PermanentPluginError,
  resultOfPages,
  ServiceExtractor,
  valueAt,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HttpRequest,
  type HttpResponse,
  type ServiceHost,
} from '@archivolt/plugin-kit';
import type { CustomHttpConfig } from './custom-http.config.js';
import { readHeaders } from './request-headers.js';

const NAMES = {
  service: 'The HTTP service',
  addressSetting: 'EXTRACTION_CUSTOM_HTTP_URL',
  keySetting: 'EXTRACTION_CUSTOM_HTTP_HEADERS',
};

/** Has files read by an HTTP service whose protocol the settings describe. */
export class CustomHttpExtractor extends ServiceExtractor<CustomHttpConfig> {
  private constructor(
    host: ServiceHost<CustomHttpConfig>,
    private readonly whole: string,
  ) {
    super(host, NAMES, { baseUrl: whole });
  }

  static from(host: ServiceHost<CustomHttpConfig>): CustomHttpExtractor {
    const { url } = host.config;
    if (url === undefined) throw new Error(`no address is set. Remedy: set ${NAMES.addressSetting}`);
    return new CustomHttpExtractor(host, url);
  }

  protected request(input: ExtractionInput): HttpRequest {
    const { headers, body } = this.#bodyWith(input);
    return { method: 'POST', url: this.whole, headers: { ...readHeaders(this.host.config.headers), ...headers }, body };
  }

  protected read(response: HttpResponse, input: ExtractionInput, { limits }: ExtractionContext): ExtractionResult {
    return resultOfPages(this.wholeText(this.#textOf(response), input), limits);
  }

  /** For `npm run doctor`: only whether there is a server, because a request without a file may be an error to it. */
  async check(signal: AbortSignal): Promise<void> {
    await this.host.http.send({ method: 'HEAD', url: this.whole }, { signal });
  }

  #bodyWith(input: ExtractionInput): ReturnType<typeof formWithFile> {
    if (this.host.config.uploadFormat === 'form-data') return formWithFile(input, 'file');
    const { fileName: filename, type } = input;
    return jsonWithFile(input, (content) => ({ document: { filename, type, content } }));
  }

  #textOf(response: HttpResponse): string {
    const { responseFormat, textPath } = this.host.config;
    if (responseFormat === 'text') return response.text();
    const text = valueAt(jsonOf(response, NAMES), ...textPath.split('.'));
    if (typeof text === 'string') return text;
    throw new PermanentPluginError(
      `${NAMES.service} responded without a text at ${textPath}. Remedy: set EXTRACTION_CUSTOM_HTTP_JSON_RESPONSE_TEXT_PATH to where its text is`,
    );
  }
}
