import { ApiClient, type ApiResponse } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';

export interface SharedLink {
  id: string;
  token: string;
}

/** A browser without an account; every response is checked against the API description. */
export class ShareLinkVisitor {
  readonly #client: ApiClient;

  /** `address`: which client the trusted proxy names. */
  constructor(
    baseUrl: string,
    private readonly token: string,
    private readonly address?: string,
  ) {
    this.#client = new ApiClient(baseUrl, undefined);
  }

  document = (accessToken?: string) => this.#get('document', accessToken);
  file = (accessToken?: string, headers: Record<string, string> = {}) =>
    this.#get('document/file', accessToken, headers);
  preview = (accessToken?: string) => this.#get('document/preview', accessToken);

  verify(body: unknown): Promise<ApiResponse<unknown>> {
    return this.#client.post(`/api/share-links/${this.token}/verify`, body, this.#forwarded());
  }

  /** The token for the right password. */
  async accessToken(password: string): Promise<string> {
    const { status, body } = await this.verify({ password });
    if (status !== 200) throw new Error(`could not verify: ${status} ${JSON.stringify(body)}`);
    return (body as { accessToken: string }).accessToken;
  }

  #get(path: string, accessToken?: string, headers: Record<string, string> = {}): Promise<ApiResponse<unknown>> {
    return this.#client.get(`/api/share-links/${this.token}/${path}`, {
      ...this.#forwarded(),
      ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
      ...headers,
    });
  }

  #forwarded(): Record<string, string> {
    return this.address === undefined ? {} : { 'x-forwarded-for': this.address };
  }
}

/** `404 share_link.not_found`, or the status alone. */
export function outcomeOf({ status, body }: ApiResponse<unknown>): string {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: { code: string } };
  return error === undefined ? String(status) : `${status} ${error.code}`;
}

/** A different address for each number. */
export const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

/** A document that can be shared, in a new organization of `by` or of a new user. */
export async function aSharedDocument(
  app: TestApp,
  { name = 'letter.txt', content = 'a letter that is shared', by }: SharedDocumentOptions = {},
) {
  const api = by ?? (await app.aUser()).api;
  const { body: made } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Shared' });
  const organizationId = made.organization.id;
  const { body: uploaded } = await api.upload(organizationId, { name, content, type: 'text/plain' });
  const documentId = uploaded.document.id;
  const base = `/api/organizations/${organizationId}`;
  const share = async (body: object = {}): Promise<SharedLink> => {
    const path = `${base}/documents/${documentId}/share-links`;
    const { body: created } = await api.post<{ shareLink: SharedLink }>(path, body);
    return created.shareLink;
  };
  return { api, organizationId, documentId, base, share };
}

interface SharedDocumentOptions {
  name?: string;
  content?: string | Uint8Array;
  by?: ApiClient;
}
