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
import type { TemplateConfig } from './template.config.js';

/** What messages call the service and its settings. */
const NAMES = {
  service: 'The service',
  addressSetting: 'EXTRACTION_TEMPLATE_URL',
  keySetting: 'EXTRACTION_TEMPLATE_KEY',
};

/** Sends the file to a service that responds with its text. */
export class TemplateExtractor implements RemoteExtractor {
  constructor(private readonly host: Pick<HostServices<TemplateConfig>, 'config' | 'http'>) {}

  async extract(input: ExtractionInput, context: ExtractionContext): Promise<ExtractionResult> {
    const { url, key, timeoutMs } = this.host.config;
    const { headers, body } = fileBody(input);
    const response = await this.host.http.send(
      { url, method: 'POST', headers: { ...headers, ...(key && { authorization: `Bearer ${key}` }) }, body },
      limitsOfRequest(context, timeoutMs),
    );
    return (
      unreadBecauseOf(response, NAMES) ?? resultOfPages([{ text: response.text(), source: 'ocr' }], context.limits)
    );
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
