import { ApiDescription } from './api-description.js';

const description = new ApiDescription();

export interface ApiResponse<Body> {
  status: number;
  body: Body;
  headers: Headers;
}

/** An API client with a bearer key that checks every response against the API description. */
export class ApiClient {
  constructor(
    readonly baseUrl: string,
    readonly token: string | undefined,
  ) {}

  get<Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<ApiResponse<Body>> {
    return this.send<Body>('GET', path, undefined, headers);
  }

  post<Body = unknown>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ApiResponse<Body>> {
    return this.send<Body>('POST', path, body, headers);
  }

  put<Body = unknown>(path: string, body?: unknown): Promise<ApiResponse<Body>> {
    return this.send<Body>('PUT', path, body);
  }

  patch<Body = unknown>(path: string, body?: unknown): Promise<ApiResponse<Body>> {
    return this.send<Body>('PATCH', path, body);
  }

  delete<Body = unknown>(path: string): Promise<ApiResponse<Body>> {
    return this.send<Body>('DELETE', path);
  }

  /** Uploads a file with the text fields before it, except for those under `after`. */
  upload<Body = { document: { id: string; name: string } }>(
    organizationId: string,
    file: { name: string; content: string | Uint8Array; type?: string },
    fields: { before?: Record<string, string>; after?: Record<string, string> } = {},
  ): Promise<ApiResponse<Body>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields.before ?? {})) form.append(name, value);
    form.append(
      'file',
      new File([Buffer.from(file.content)], file.name, file.type === undefined ? {} : { type: file.type }),
    );
    for (const [name, value] of Object.entries(fields.after ?? {})) form.append(name, value);
    return this.send<Body>('POST', `/api/organizations/${organizationId}/documents`, form);
  }

  async send<Body = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const contentType = response.headers.get('content-type') ?? '';
    const problems = description.problemsOf(method, path, { status: response.status, contentType, text });
    if (problems.length > 0) {
      throw new Error(
        `${method} ${path}: ${problems.join('; ')}. If docs/reference is out of date, run: npm run reference`,
      );
    }
    const isJson = contentType.includes('json');
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as Body };
  }
}
