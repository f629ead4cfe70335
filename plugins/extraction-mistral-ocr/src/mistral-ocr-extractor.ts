import {
  jsonOf,
  jsonWithFile,
  PermanentPluginError,
  limitsOfRequest,
  resultOfPages,
  unreadBecauseOf,
  valueAt,
  type ExtractedPage,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HostServices,
  type RemoteExtractor,
} from '@archivolt/plugin-kit';
import type { MistralOcrConfig } from './mistral-ocr.config.js';

const NAMES = {
  service: 'Mistral OCR',
  addressSetting: 'EXTRACTION_MISTRAL_OCR_BASE_URL',
  keySetting: 'EXTRACTION_MISTRAL_OCR_API_KEY',
};

type Host = Pick<HostServices<MistralOcrConfig>, 'config' | 'http'>;

/** Has PDFs and pictures read by the OCR of Mistral, page by page. */
export class MistralOcrExtractor implements RemoteExtractor {
  private constructor(
    private readonly host: Host,
    private readonly apiKey: string,
  ) {}

  static from(host: Host): MistralOcrExtractor {
    const { apiKey } = host.config;
    if (apiKey === undefined) throw new Error(`no key is set. Remedy: set ${NAMES.keySetting} or MISTRAL_API_KEY`);
    return new MistralOcrExtractor(host, apiKey);
  }

  async extract(input: ExtractionInput, context: ExtractionContext): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file has no bytes.' };
    const { timeoutMs } = this.host.config;
    const { headers, body } = jsonWithFile(input, (base64) => this.#request(input.type, base64));
    const response = await this.host.http.send(
      { method: 'POST', url: this.#url('ocr'), headers: { ...headers, ...this.#key() }, body },
      limitsOfRequest(context, timeoutMs),
    );
    const unread = unreadBecauseOf(response, NAMES);
    if (unread) return unread;
    const answer = jsonOf(response, NAMES);
    const model = valueAt(answer, 'model');
    return resultOfPages(
      pagesIn(answer),
      context.limits,
      typeof model === 'string' ? model : this.host.config.modelName,
    );
  }

  /** For `npm run doctor`. */
  async check(signal: AbortSignal): Promise<void> {
    const request = { url: this.#url('models'), headers: this.#key() };
    unreadBecauseOf(await this.host.http.send(request, limitsOfRequest({ signal, deadline: Infinity }, 30_000)), NAMES);
  }

  #request(type: string, base64: string): object {
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

  #key(): Record<string, string> {
    return { authorization: `Bearer ${this.apiKey}` };
  }

  #url(path: string): string {
    return `${this.host.config.baseUrl.replace(/\/$/, '')}/${path}`;
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
