import { baseUrl, corsOrigins, type ServerConfig } from '#config/server';

type Addresses = Pick<ServerConfig, 'appBaseUrl' | 'clientBaseUrl' | 'port' | 'serverBaseUrl' | 'trustedOrigins'>;

/** Origins from which a browser may sign in and use a session. The origin of the base URL is always included. */
export function trustedOrigins({
  appBaseUrl,
  clientBaseUrl,
  serverBaseUrl,
  port,
  trustedOrigins: more,
}: Addresses): string[] {
  const own = appBaseUrl ?? clientBaseUrl;
  const local = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  const addresses = own !== undefined ? [own] : serverBaseUrl !== undefined ? [] : local;
  return [...new Set([...addresses, ...more].map((address) => new URL(address).origin))];
}

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface RequestOrigin {
  method: string;
  origin: string | undefined;
  host: string | undefined;
  /** The header `Sec-Fetch-Site`, which only browsers send. */
  fetchSite: string | undefined;
}

/**
 * Returns whether a request with a session cookie comes from a page that may use the session. The cookie is not sent
 * across sites, but other ports and subdomains belong to the same site, and their forms can post.
 */
export function isTrustedOrigin(server: ServerConfig, { method, origin, host, fetchSite }: RequestOrigin): boolean {
  if (HARMLESS.has(method)) return true;
  if (origin === undefined) return fetchSite === undefined || fetchSite === 'same-origin' || fetchSite === 'none';
  const page = URL.parse(origin);
  if (page === null) return false;
  if (page.host === host) return true;
  return [...trustedOrigins(server), ...corsOrigins(server), new URL(baseUrl(server)).origin].includes(page.origin);
}
