import type { HttpRequest, HttpResponse } from '../host-http.js';
import type { HostServices } from '../host-services.js';
import type { RemoteExtractor } from './declaration.js';
import type { ExtractedPage, ExtractionContext, ExtractionInput, ExtractionResult } from './extractor.js';
import { limitsOfRequest, unreadBecauseOf, type ServiceNames } from './service-response.js';

/** What a {@link ServiceExtractor} needs of the services of the host. */
export type ServiceHost<Config> = Pick<HostServices<Config>, 'config' | 'http'>;

/** Where a service is, and what each request to it has. */
export interface ServiceAddress {
  /** The URL to which paths are appended; a slash at its end makes no difference. */
  baseUrl: string;
  /** Headers of every request, such as the one with the key. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Sends a file to a service and makes a result of the response. A plugin writes `request` and `read`; the base answers
 * for an empty file, keeps the limits of each request, and judges the status as `unreadBecauseOf` says. `timeoutMs` of
 * the settings are the milliseconds for one request.
 */
export abstract class ServiceExtractor<Config extends { timeoutMs: number }> implements RemoteExtractor {
  constructor(
    protected readonly host: ServiceHost<Config>,
    protected readonly names: ServiceNames,
    private readonly address: ServiceAddress,
  ) {}

  async extract(input: ExtractionInput, context: ExtractionContext): Promise<ExtractionResult> {
    if (input.size === 0) return { outcome: 'empty', pages: [], reason: 'The file has no bytes.' };
    const response = await this.send(this.request(input), context);
    return unreadBecauseOf(response, this.names) ?? this.read(response, input, context);
  }

  /** The request with the file; `fileBody`, `formWithFile` and `jsonWithFile` make its body. */
  protected abstract request(input: ExtractionInput): HttpRequest;

  /** The result of a response with status 2xx. */
  protected abstract read(
    response: HttpResponse,
    input: ExtractionInput,
    context: ExtractionContext,
  ): ExtractionResult | Promise<ExtractionResult>;

  /** Sends any request to the service, within the time of the file. */
  protected send(request: HttpRequest, limits: Pick<ExtractionContext, 'deadline' | 'signal'>): Promise<HttpResponse> {
    const headers = { ...this.address.headers, ...request.headers };
    return this.host.http.send({ ...request, headers }, limitsOfRequest(limits, this.host.config.timeoutMs));
  }

  protected url(path: string): string {
    return `${this.address.baseUrl.replace(/\/$/, '')}/${path}`;
  }

  /** A text without pages, as one. Services read pictures with OCR. */
  protected wholeText(text: string, { type }: ExtractionInput): [ExtractedPage] {
    return [{ text, source: type.startsWith('image/') ? 'ocr' : 'text-layer' }];
  }
}
