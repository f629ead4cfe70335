import type { ApiClient } from '../support/api-client.js';

export interface TusResponse {
  status: number;
  headers: Headers;
  /** Empty without a body. */
  body: {
    upload?: { id: string; received: number; documentId: string | null };
    document?: { id: string; name: string };
    isRestored?: boolean;
    error?: { code: string };
  };
}

type Headers_ = Readonly<Record<string, string>>;

/** Sends the requests of tus 1.0 as they are. */
export class TusClient {
  constructor(
    private readonly api: ApiClient,
    readonly uploads: string,
  ) {}

  async send(method: string, path: string, headers: Headers_ = {}, body?: Uint8Array): Promise<TusResponse> {
    const response = await fetch(this.api.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${this.api.token}`,
        'tus-resumable': '1.0.0',
        ...(body ? { 'content-type': 'application/offset+octet-stream' } : {}),
        ...headers,
      },
      ...(body ? { body: Buffer.from(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? {} : (JSON.parse(text) as object),
    };
  }

  begin(size: number, metadata: Headers_ = { filename: 'a.txt' }, headers: Headers_ = {}, body?: Uint8Array) {
    const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`);
    const all = { 'upload-length': String(size), 'upload-metadata': pairs.join(','), ...headers };
    return this.send('POST', this.uploads, all, body);
  }

  /** Returns the path of a new upload. */
  async begun(size: number, metadata?: Headers_): Promise<string> {
    const response = await this.begin(size, metadata);
    const path = response.headers.get('location');
    if (response.status !== 201 || path === null)
      throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
    return path;
  }

  continue(path: string, offset: number, body: Uint8Array, headers: Headers_ = {}) {
    return this.send('PATCH', path, { 'upload-offset': String(offset), ...headers }, body);
  }

  async offsetOf(path: string): Promise<number> {
    const { status, headers } = await this.send('HEAD', path);
    if (status !== 200) throw new Error(`HEAD ${path}: ${status}`);
    return Number(headers.get('upload-offset'));
  }
}
