import {
  formWithFile,
  jsonOf,
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
import type { DoclingConfig } from './docling.config.js';

/** Docling writes this in place of each picture. */
const PICTURE_MARK = '<!-- image -->';
const NAMES = {
  service: 'Docling',
  addressSetting: 'EXTRACTION_DOCLING_BASE_URL',
  keySetting: 'EXTRACTION_DOCLING_API_KEY',
};
/** What Docling says of files that it did not convert; another word is not shown. */
const STATUSES = new Set(['failure', 'partial_success', 'pending', 'skipped', 'started']);

/** Has files converted to Markdown by a Docling server. */
export class DoclingExtractor extends ServiceExtractor<DoclingConfig> {
  constructor(host: ServiceHost<DoclingConfig>) {
    const { baseUrl, apiKey } = host.config;
    super(host, NAMES, { baseUrl, headers: apiKey === undefined ? {} : { 'x-api-key': apiKey } });
  }

  protected request(input: ExtractionInput): HttpRequest {
    const fields = { to_formats: 'md', image_export_mode: 'placeholder' };
    return { method: 'POST', url: this.url('v1/convert/file'), ...formWithFile(input, 'files', fields) };
  }

  protected read(response: HttpResponse, input: ExtractionInput, { limits }: ExtractionContext): ExtractionResult {
    const answer = jsonOf(response, NAMES);
    const status = valueAt(answer, 'status');
    if (typeof status === 'string' && STATUSES.has(status))
      return { outcome: 'insufficient', pages: [], reason: `Docling did not convert the file (${status}).` };
    const markdown = valueAt(answer, 'document', 'md_content');
    if (status !== 'success' || typeof markdown !== 'string')
      throw new PermanentPluginError(
        `Docling responded without a converted document. Remedy: make sure that ${NAMES.addressSetting} is the address of a Docling server with the API v1`,
      );
    return resultOfPages(this.wholeText(markdown.replaceAll(PICTURE_MARK, '').trim(), input), limits);
  }

  /** For `npm run doctor`. */
  async check(signal: AbortSignal): Promise<void> {
    const limits = { signal, deadline: Date.now() + 30_000 };
    const { status } = await this.send({ url: this.url('health') }, limits);
    if (status !== 200)
      throw new Error(`Docling responded with status ${status}.\nRemedy: correct ${NAMES.addressSetting}.`);
  }
}
