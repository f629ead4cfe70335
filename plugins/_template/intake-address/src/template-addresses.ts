import {
  TransientPluginError,
  type AddressResult,
  type HostHttp,
  type HttpRequest,
  type HttpResponse,
  type IntakeAddresses,
  type WantedAddress,
} from '@archivolt/plugin-kit';
import type { TemplateConfig } from './template.config.js';

const LIMITS = { timeoutMs: 10_000, maxResponseBytes: 100_000 };

/** Posts each wanted address as JSON to a service. Put the requests of your service in their place. */
export class TemplateAddresses implements IntakeAddresses {
  constructor(
    private readonly config: TemplateConfig,
    private readonly http: HostHttp,
  ) {}

  async createAddress(wanted: WantedAddress, { signal }: { signal: AbortSignal }): Promise<AddressResult> {
    const { url } = this.config;
    const response = await this.#send({ method: 'POST', url, body: JSON.stringify(wanted) }, signal);
    if (response.status === 409) return { outcome: 'name-in-use' };
    if (!isSuccess(response)) throw faultOf(response);
    const { address } = (response.json() ?? {}) as { address?: unknown };
    if (typeof address !== 'string') throw new Error('the service responded without an address');
    return { outcome: 'created', address };
  }

  async removeAddress(address: string, { signal }: { signal: AbortSignal }): Promise<void> {
    const url = `${this.config.url.replace(/\/$/, '')}/${encodeURIComponent(address)}`;
    const response = await this.#send({ method: 'DELETE', url }, signal);
    if (response.status !== 404 && !isSuccess(response)) throw faultOf(response);
  }

  #send(request: HttpRequest, signal: AbortSignal): Promise<HttpResponse> {
    const { apiKey } = this.config;
    const headers = {
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    };
    return this.http.send({ ...request, headers }, { signal, ...LIMITS });
  }
}

const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status <= 299;

function faultOf({ status }: HttpResponse): Error {
  return new TransientPluginError(
    `the service responded ${status}; check INTAKE_ADDRESS_TEMPLATE_URL and INTAKE_ADDRESS_TEMPLATE_API_KEY`,
  );
}
