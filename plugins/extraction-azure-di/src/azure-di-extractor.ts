import { setTimeout as pause } from 'node:timers/promises';
import {
  fileBody,
  jsonOf,
  PermanentPluginError,
  resultOfPages,
  ServiceExtractor,
  TransientPluginError,
  unreadBecauseOf,
  valueAt,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type HttpRequest,
  type HttpResponse,
  type ServiceHost,
} from '@archivolt/plugin-kit';
import { analysedPages } from './analysed-pages.js';
import type { AzureDiConfig } from './azure-di.config.js';

const API_VERSION = '2024-11-30';
const ANALYSE = `documentModels/prebuilt-layout:analyze?api-version=${API_VERSION}&outputContentFormat=markdown`;
const NAMES = {
  service: 'Azure Document Intelligence',
  addressSetting: 'EXTRACTION_AZURE_DI_ENDPOINT',
  keySetting: 'EXTRACTION_AZURE_DI_API_KEY',
};

type Limits = Pick<ExtractionContext, 'deadline' | 'signal'>;

/** Has files analysed by the layout model of Azure Document Intelligence: sends the file, then asks for the result. */
export class AzureDiExtractor extends ServiceExtractor<AzureDiConfig> {
  private constructor(
    host: ServiceHost<AzureDiConfig>,
    private readonly endpoint: string,
    apiKey: string,
  ) {
    const baseUrl = `${endpoint.replace(/\/$/, '')}/documentintelligence`;
    super(host, NAMES, { baseUrl, headers: { 'ocp-apim-subscription-key': apiKey } });
  }

  static from(host: ServiceHost<AzureDiConfig>): AzureDiExtractor {
    const { endpoint, apiKey } = host.config;
    if (endpoint === undefined || apiKey === undefined)
      throw new Error(`address or key is missing. Remedy: set ${NAMES.addressSetting} and ${NAMES.keySetting}`);
    return new AzureDiExtractor(host, endpoint, apiKey);
  }

  protected request(input: ExtractionInput): HttpRequest {
    const { headers, body } = fileBody(input);
    const ofAnyType = { ...headers, 'content-type': 'application/octet-stream' };
    return { method: 'POST', url: this.url(ANALYSE), headers: ofAnyType, body };
  }

  protected async read(
    sent: HttpResponse,
    _input: ExtractionInput,
    context: ExtractionContext,
  ): Promise<ExtractionResult> {
    const answer = await this.#resultAt(this.#operationOf(sent), context);
    const analysis = valueAt(answer, 'analyzeResult');
    if (valueAt(answer, 'status') === 'failed')
      return { outcome: 'insufficient', pages: [], reason: `${NAMES.service} could not analyse the file.` };
    const pages = analysedPages(analysis);
    if (!pages) throw new PermanentPluginError(`${NAMES.service} responded without the content of the file`);
    const model = [valueAt(analysis, 'modelId'), valueAt(analysis, 'apiVersion')];
    return resultOfPages(pages, context.limits, model.filter((part) => typeof part === 'string').join(' '));
  }

  /** For `npm run doctor`. */
  async check(signal: AbortSignal): Promise<void> {
    const url = this.url(`info?api-version=${API_VERSION}`);
    unreadBecauseOf(await this.send({ url }, { signal, deadline: Infinity }), NAMES);
  }

  /** Asks until the analysis has ended. A request for the result that fails may be repeated; the analysis is paid for. */
  async #resultAt(url: string, context: Limits): Promise<unknown> {
    const { pollingAttempts, pollingDelayMs } = this.host.config;
    let fault: TransientPluginError | undefined;
    for (let attempt = 1; attempt <= pollingAttempts; attempt += 1) {
      if (attempt > 1) await pause(pollingDelayMs, undefined, { signal: context.signal });
      try {
        const answer = await this.#answerAt(url, context);
        const status = valueAt(answer, 'status');
        if (status === 'succeeded' || status === 'failed') return answer;
        if (status !== 'notStarted' && status !== 'running')
          throw new PermanentPluginError(`${NAMES.service} responded with an unknown status of the analysis`);
        fault = undefined;
      } catch (error) {
        if (!(error instanceof TransientPluginError)) throw error;
        fault = error;
      }
    }
    if (fault) throw fault;
    throw new PermanentPluginError(
      `${NAMES.service} has not ended the analysis after ${pollingAttempts} requests for the result. Remedy: raise EXTRACTION_AZURE_DI_POLLING_ATTEMPTS`,
    );
  }

  async #answerAt(url: string, context: Limits): Promise<unknown> {
    const response = await this.send({ url }, context);
    if (unreadBecauseOf(response, NAMES))
      throw new PermanentPluginError(
        `${NAMES.service} responded with status ${response.status} to the request for the result`,
      );
    return jsonOf(response, NAMES);
  }

  /** The key is sent there, so it must be the server that the setting names. */
  #operationOf({ headers }: HttpResponse): string {
    const operation = URL.parse(headers['operation-location'] ?? '');
    if (operation === null) throw new PermanentPluginError(`${NAMES.service} did not say where its result will be`);
    if (operation.origin !== new URL(this.endpoint).origin)
      throw new PermanentPluginError(
        `${NAMES.service} refers to the host ${operation.host} for the result. Remedy: set ${NAMES.addressSetting} to that host if it is yours`,
      );
    return operation.href;
  }
}
