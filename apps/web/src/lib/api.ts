import { ArchivoltError, createClient, type Client } from '@archivolt/sdk';
import { basePath, siteUrl } from './base-path';
import { fetchInSession } from './session-gate';

export { ArchivoltError, followEvents } from '@archivolt/sdk';
export type * from '@archivolt/sdk';

/** The API of the server that these pages came from; the session cookie says who asks. */
export const api: Client = createClient({ baseUrl: siteUrl(), fetch: fetchInSession });

/** The address of an API route that a browser loads by itself, as an image or a download. */
export function apiUrl(path: string, query: Readonly<Record<string, string | number>> = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return basePath + (search.size === 0 ? path : `${path}?${search}`);
}

/** Calls a route of the sign-in library, which is not all in the description of the API. Throws `ArchivoltError`. */
export async function authRequest<Result>(
  path: `/${string}`,
  { body, headers }: { body?: object; headers?: Record<string, string> } = {},
): Promise<Result> {
  const response = await fetchInSession(`${basePath}/api/auth${path}`, {
    method: body ? 'POST' : 'GET',
    credentials: 'include',
    headers: { accept: 'application/json', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw await ArchivoltError.of(response);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Result;
}
