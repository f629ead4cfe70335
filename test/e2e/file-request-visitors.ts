import type { FileRequestView } from '../../libs/outside/links/src/http/file-request.view.dto.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';

/** Settings with which the server takes the address of a visitor from a header. */
export const BEHIND_A_PROXY = { SERVER_TRUSTED_PROXIES: 'loopback' };

export interface PublicError {
  error: { code: string; message: string };
}

/** A person without an account at this address. */
export class Visitor {
  readonly #client: ApiClient;

  constructor(
    app: TestApp,
    readonly address = '192.0.2.1',
    readonly accessToken?: string,
  ) {
    this.#client = new ApiClient(app.baseUrl, accessToken);
  }

  get headers(): Record<string, string> {
    return { 'x-forwarded-for': this.address };
  }

  open<Body = PublicError>(token: string): Promise<ApiResponse<Body>> {
    return this.#client.get<Body>(`/api/file-requests/${token}`, this.headers);
  }

  verify<Body = PublicError & { accessToken: string }>(token: string, password: unknown): Promise<ApiResponse<Body>> {
    return this.#client.post<Body>(`/api/file-requests/${token}/verify`, { password }, this.headers);
  }

  handIn<Body = PublicError & { file: { name: string; size: number } }>(
    token: string,
    file: { name: string; content: string | Uint8Array; type?: string },
    { fields = {}, headers = {} }: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
  ): Promise<ApiResponse<Body>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const type = file.type === undefined ? {} : { type: file.type };
    form.append('file', new File([Buffer.from(file.content)], file.name, type));
    return this.#client.send<Body>('POST', `/api/file-requests/${token}/files`, form, { ...this.headers, ...headers });
  }
}

export async function aFileRequest(
  api: ApiClient,
  organizationId: string,
  fields: object = {},
): Promise<FileRequestView> {
  const { body } = await api.post<{ fileRequest: FileRequestView }>(
    `/api/organizations/${organizationId}/file-requests`,
    { title: 'Receipts', ...fields },
  );
  return body.fileRequest;
}
