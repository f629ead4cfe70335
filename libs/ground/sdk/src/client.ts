import { ArchivoltError } from './archivolt-error.js';
import type { Routes } from './api.js';

export interface ClientOptions {
  /** Where the server is, without `/api`: `https://archive.example`. */
  baseUrl: string;
  /** An API key. Left out in a browser, where the session cookie counts. */
  token?: string;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch;
}

/** `GET /api/organizations`, `POST /api/organizations/{organizationId}/tags` … */
export type RouteName = keyof Routes;

type Part<Name extends RouteName, Key extends string> = Key extends keyof Routes[Name]
  ? Pick<Routes[Name], Key & keyof Routes[Name]>
  : unknown;

/** What a route takes: `path`, `query` and `body`, each where it has one. */
export type Input<Name extends RouteName> = Part<Name, 'path'> &
  Part<Name, 'query'> &
  Part<Name, 'body'> & { signal?: AbortSignal; headers?: Readonly<Record<string, string>> };

/** What a route returns. A file comes as the `Response` it is, to be read as it arrives. */
export type ResponseOf<Name extends RouteName> = Routes[Name]['response'];

/** The codes that a route is known to respond with. */
export type ErrorCode<Name extends RouteName> = Routes[Name]['error'];

type Arguments<Name extends RouteName> = object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

export interface UploadOptions {
  /** The name of the document; that of a `File` unless it is given. */
  name?: string;
  ocrLanguages?: readonly string[];
  tagIds?: readonly string[];
  documentDate?: string;
  notes?: string;
  signal?: AbortSignal;
}

export interface Client {
  /** Calls a route. Throws `ArchivoltError` for every response that is not a success. */
  request<Name extends RouteName>(route: Name, ...input: Arguments<Name>): Promise<ResponseOf<Name>>;
  /** Uploads a document. Its text is read afterwards. */
  upload(
    organizationId: string,
    file: Blob,
    options?: UploadOptions,
  ): Promise<ResponseOf<'POST /api/organizations/{organizationId}/documents'>>;
}

type Value = string | number | boolean;
type Values = Readonly<Record<string, Value | readonly Value[] | undefined>>;

interface AnyInput {
  path?: Values;
  query?: Values;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
}

export function createClient(options: ClientOptions): Client {
  const call = async (route: string, input: AnyInput = {}): Promise<unknown> => {
    const [method = '', path = ''] = route.split(' ');
    const send = options.fetch ?? globalThis.fetch;
    const response = await send(addressOf(options.baseUrl, path, input), {
      method,
      credentials: 'include',
      headers: headersOf(options, input),
      ...(input.body === undefined
        ? {}
        : { body: input.body instanceof FormData ? input.body : JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    });
    if (!response.ok) throw await ArchivoltError.of(response);
    if (response.status === 204) return undefined;
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
    return isJson ? response.json() : response;
  };
  const request = call as Client['request'];
  return {
    request,
    upload: (organizationId, file, { name, ocrLanguages = [], tagIds = [], documentDate, notes, signal } = {}) => {
      const body = new FormData();
      for (const language of ocrLanguages) body.append('ocrLanguages', language);
      for (const tagId of tagIds) body.append('tagIds', tagId);
      if (documentDate !== undefined) body.append('documentDate', documentDate);
      if (notes !== undefined) body.append('notes', notes);
      body.append('file', file, name ?? (file instanceof File ? file.name : 'document'));
      return request('POST /api/organizations/{organizationId}/documents', {
        path: { organizationId },
        body,
        ...(signal ? { signal } : {}),
      });
    },
  };
}

function addressOf(baseUrl: string, path: string, { path: values = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '');
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${path} needs ${name}`); // dots would walk up the path
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, String(each)]),
  );
  const search = new URLSearchParams(given).toString();
  return withoutSlashes(baseUrl) + filled + (search === '' ? '' : `?${search}`);
}

/** Removes slashes at the end. */
function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

function headersOf({ token, headers }: ClientOptions, input: AnyInput): Record<string, string> {
  const isJson = input.body !== undefined && !(input.body instanceof FormData);
  return {
    accept: 'application/json, */*',
    ...(isJson ? { 'content-type': 'application/json' } : {}),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...headers,
    ...input.headers,
  };
}
