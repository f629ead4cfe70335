import type { HostHttp, HttpRequest } from '@archivolt/plugin-kit';

const LIMITS = { timeoutMs: 10_000, maxResponseBytes: 1_000_000 };

/** JSON from a provider. Rejects when there is no complete response, another status than 200, or no object. */
export async function requestJson(http: HostHttp, request: HttpRequest): Promise<Record<string, unknown>> {
  const response = await http.send(
    { ...request, headers: { accept: 'application/json', 'user-agent': 'Archivolt', ...request.headers } },
    LIMITS,
  );
  const { host, pathname } = new URL(request.url);
  // Without the body: it may quote the secret or the code.
  if (response.status !== 200) throw new Error(`${host}${pathname} responded with ${response.status}`);
  const value = response.json();
  if (typeof value !== 'object' || value === null) throw new Error(`${host}${pathname} responded with no object`);
  return value as Record<string, unknown>;
}
