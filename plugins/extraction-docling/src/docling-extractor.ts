import {
  formWithFile,
  jsonOf,
  PermanentPluginError,
  limitsOfRequest,
  resultOfPages,
  unreadBecauseOf,
  valueAt,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HostServices,
  type RemoteExtractor,
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
export class DoclingExtractor implements RemoteExtractor {
  constructor(private readonly host: Pick<HostServices<DoclingConfig>, 'config' | 'http'>) {}

  async extract(input: ExtractionInput, context: ExtractionContext): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file has no bytes.' };
    const { timeoutMs } = this.host.config;
    const fields = { to_formats: 'md', image_export_mode: 'placeholder' };
    const { headers, body } = formWithFile(input, 'files', fields);
    const response = await this.host.http.send(
      { method: 'POST', url: this.#url('v1/convert/file'), headers: { ...headers, ...this.#key() }, body },
      limitsOfRequest(context, timeoutMs),
    );
    const unread = unreadBecauseOf(response, NAMES);
    if (unread) return unread;
    const answer = jsonOf(response, NAMES);
    const status = valueAt(answer, 'status');
    if (typeof status === 'string' && STATUSES.has(status))
      return { outcome: 'insufficient', pages: [], reason: `Docling did not convert the file (${status}).` };
    const markdown = valueAt(answer, 'document', 'md_content');
    if (status !== 'success' || typeof markdown !== 'string')
      throw new PermanentPluginError(
        `Docling responded without a converted document. Remedy: make sure that ${NAMES.addressSetting} is the address of a Docling server with the API v1`,
      );
    const text = markdown.replaceAll(PICTURE_MARK, '').trim();
    return resultOfPages([{ text, source: input.type.startsWith('image/') ? 'ocr' : 'text-layer' }], context.limits);
  }

  /** For `npm run doctor`. */
  async check(signal: AbortSignal): Promise<void> {
    const { status } = await this.host.http.send({ url: this.#url('health'), headers: this.#key() }, { signal });
    if (status !== 200)
      throw new Error(`Docling responded with status ${status}.\nRemedy: correct ${NAMES.addressSetting}.`);
  }

  #key(): Record<string, string> {
    const { apiKey } = this.host.config;
    return apiKey === undefined ? {} : { 'x-api-key': apiKey };
  }

  #url(path: string): string {
    const { baseUrl } = this.host.config;
    return `${baseUrl.replace(/\/$/, '')}/${path}`;
  }
}
