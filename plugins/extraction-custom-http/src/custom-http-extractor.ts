import {
  formWithFile,
  jsonOf,
  jsonWithFile,
  PermanentPluginError,
  limitsOfRequest,
  resultOfPages,
  unreadBecauseOf,
  valueAt,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HostServices,
  type HttpResponse,
  type RemoteExtractor,
} from '@archivolt/plugin-kit';
import type { CustomHttpConfig } from './custom-http.config.js';
import { readHeaders } from './request-headers.js';

const NAMES = {
  service: 'The HTTP service',
  addressSetting: 'EXTRACTION_CUSTOM_HTTP_URL',
  keySetting: 'EXTRACTION_CUSTOM_HTTP_HEADERS',
};

type Host = Pick<HostServices<CustomHttpConfig>, 'config' | 'http'>;

/** Has files read by an HTTP service whose protocol the settings describe. */
export class CustomHttpExtractor implements RemoteExtractor {
  private constructor(
    private readonly host: Host,
    private readonly url: string,
  ) {}

  static from(host: Host): CustomHttpExtractor {
    const { url } = host.config;
    if (url === undefined) throw new Error(`no address is set. Remedy: set ${NAMES.addressSetting}`);
    return new CustomHttpExtractor(host, url);
  }

  async extract(input: ExtractionInput, context: ExtractionContext): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file has no bytes.' };
    const { timeoutMs, headers: ours } = this.host.config;
    const { headers, body } = this.#request(input);
    const response = await this.host.http.send(
      { method: 'POST', url: this.url, headers: { ...readHeaders(ours), ...headers }, body },
      limitsOfRequest(context, timeoutMs),
    );
    const unread = unreadBecauseOf(response, NAMES);
    if (unread) return unread;
    const source = input.type.startsWith('image/') ? 'ocr' : 'text-layer';
    return resultOfPages([{ text: this.#textOf(response), source }], context.limits);
  }

  /** For `npm run doctor`: only whether there is a server, because a request without a file may be an error to it. */
  async check(signal: AbortSignal): Promise<void> {
    await this.host.http.send({ method: 'HEAD', url: this.url }, { signal });
  }

  #request(input: ExtractionInput): ReturnType<typeof formWithFile> {
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
