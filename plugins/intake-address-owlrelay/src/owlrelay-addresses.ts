import {
  TransientPluginError,
  type AddressResult,
  type HostHttp,
  type HttpResponse,
  type IntakeAddresses,
  type WantedAddress,
} from '@archivolt/plugin-kit';

const RESPONSE_LIMITS = { timeoutMs: 10_000, maxResponseBytes: 100_000 };

interface Account {
  apiKey: string;
  url: string;
  domain?: string | undefined;
}

/** The service OwlRelay, which sends the mails of each address to a URL. */
export class OwlRelayAddresses implements IntakeAddresses {
  readonly #url: string;

  constructor(
    private readonly account: Account,
    private readonly http: HostHttp,
  ) {
    this.#url = `${account.url.replace(/\/$/, '')}/api/email-callbacks`;
  }

  async createAddress(
    { username, webhookUrl, webhookSecret }: WantedAddress,
    { signal }: { signal: AbortSignal },
  ): Promise<AddressResult> {
    const { domain } = this.account;
    const wanted = { username, webhookUrl, webhookSecret, ...(domain !== undefined && { domain }) };
    const response = await this.#send('POST', this.#url, signal, wanted);
    if (response.status === 409) return { outcome: 'name-in-use' };
    if (!isSuccess(response)) throw faultOf(response);
    const address = addressIn(response.json());
    if (address === undefined) throw new Error('OwlRelay responded without an address');
    return { outcome: 'created', address };
  }

  async removeAddress(address: string, { signal }: { signal: AbortSignal }): Promise<void> {
    const response = await this.#send('DELETE', `${this.#url}/${encodeURIComponent(address)}`, signal);
    if (response.status !== 404 && !isSuccess(response)) throw faultOf(response);
  }

  #send(method: 'DELETE' | 'POST', url: string, signal: AbortSignal, body?: object): Promise<HttpResponse> {
    const headers = {
      authorization: `Bearer ${this.account.apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const request = { method, url, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    return this.http.send(request, { signal, ...RESPONSE_LIMITS });
  }
}

const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status <= 299;

/** The body of the response is not quoted: it may repeat the secret. */
function faultOf({ status }: HttpResponse): Error {
  const remedy = status === 401 || status === 403 ? '. Remedy: correct INTAKE_ADDRESS_OWLRELAY_API_KEY' : '';
  return new TransientPluginError(`OwlRelay responded ${status}${remedy}`);
}

function addressIn(response: unknown): string | undefined {
  const { emailCallback } = (response ?? {}) as { emailCallback?: { username?: unknown; domain?: unknown } | null };
  const { username, domain } = emailCallback ?? {};
  if (typeof username !== 'string' || typeof domain !== 'string') return undefined;
  return `${username}@${domain}`.toLowerCase();
}
