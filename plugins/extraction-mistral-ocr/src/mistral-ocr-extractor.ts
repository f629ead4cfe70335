import {
  jsonOf,
  jsonWithFile,
  PermanentPluginError,
  resultOfPages,
  ServiceExtractor,
  unreadBecauseOf,
  valueAt,
  type ExtractedPage,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HttpRequest,
  type HttpResponse,
  type ServiceHost,
} from '@archivolt/plugin-kit';
import type { MistralOcrConfig } from './mistral-ocr.config.js';

const NAMES = {
  service: 'Mistral OCR',
  addressSetting: 'EXTRACTION_MISTRAL_OCR_BASE_URL',
  keySetting: 'EXTRACTION_MISTRAL_OCR_API_KEY',
};

/** Has PDFs and pictures read by the OCR of Mistral, page by page. */
export class MistralOcrExtractor extends ServiceExtractor<MistralOcrConfig> {
  static from(host: ServiceHost<MistralOcrConfig>): MistralOcrExtractor {
    const { apiKey, baseUrl } = host.config;
    if (apiKey === undefined) throw new Error(`no key is set. Remedy: set ${NAMES.keySetting} or MISTRAL_API_KEY`);
    return new MistralOcrExtractor(host, NAMES, { baseUrl, headers: { authorization: `Bearer ${apiKey}` } });
  }

  protected request(input: ExtractionInput): HttpRequest {
    const withFile = jsonWithFile(input, (base64) => this.#json(input.type, base64));
    return { method: 'POST', url: this.url('ocr'), ...withFile };
  }

  protected read(response: HttpResponse, _input: ExtractionInput, { limits }: ExtractionContext): ExtractionResult {
    const answer = jsonOf(response, NAMES);
    const model = valueAt(answer, 'model');
    return resultOfPages(pagesIn(answer), limits, typeof model === 'string' ? model : this.host.config.modelName);
  }

  /** For `npm run doctor`. */
  async check(signal: AbortSignal): Promise<void> {
    const limits = { signal, deadline: Date.now() + 30_000 };
    unreadBecauseOf(await this.send({ url: this.url('models') }, limits), NAMES);
  }

  #json(type: string, base64: string): object {
    const url = `data:${type};base64,${base64}`;
    return {
      model: this.host.config.modelName,
      include_image_base64: false,
      include_blocks: false,
      table_format: null,
      document: type.startsWith('image/')
        ? { type: 'image_url', image_url: url }
        : { type: 'document_url', document_url: url },
    };
  }
}

function pagesIn(answer: unknown): ExtractedPage[] {
  const pages = valueAt(answer, 'pages');
  const isWhole = Array.isArray(pages) && Number.isInteger(valueAt(answer, 'usage_info', 'pages_processed'));
  const texts = isWhole ? pages.map((page) => valueAt(page, 'markdown')) : [];
  if (!isWhole || !texts.every((text) => typeof text === 'string'))
    throw new PermanentPluginError(
      `Mistral OCR responded without the text of pages. Remedy: make sure that ${NAMES.addressSetting} is the address of the API of Mistral`,
    );
  return texts.map((text, index) => ({ text, source: 'ocr', ...sizeOf(valueAt(pages, index, 'dimensions')) }));
}

function sizeOf(dimensions: unknown): { width?: number; height?: number } {
  const [width, height] = [valueAt(dimensions, 'width'), valueAt(dimensions, 'height')];
  const isSize = typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0;
  return isSize ? { width, height } : {};
}
