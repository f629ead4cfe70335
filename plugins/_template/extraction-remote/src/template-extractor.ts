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
import type { TemplateConfig } from './template.config.js';

/** What messages call the service and its settings. */
const NAMES = {
  service: 'The service',
  addressSetting: 'EXTRACTION_TEMPLATE_URL',
  keySetting: 'EXTRACTION_TEMPLATE_KEY',
};

/** Sends the file to a service that responds with its text. */
export class TemplateExtractor extends ServiceExtractor<TemplateConfig> {
  constructor(host: ServiceHost<TemplateConfig>) {
    const { url, key } = host.config;
    super(host, NAMES, { baseUrl: url, headers: key === '' ? {} : { authorization: `Bearer ${key}` } });
  }

  protected request(input: ExtractionInput): HttpRequest {
    return { url: this.host.config.url, method: 'POST', ...fileBody(input) };
  }

  protected read(response: HttpResponse, _input: ExtractionInput, { limits }: ExtractionContext): ExtractionResult {
    return resultOfPages([{ text: response.text(), source: 'ocr' }], limits);
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
