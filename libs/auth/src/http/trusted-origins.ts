import type { ServerConfig } from '#config/server';

type Addresses = Pick<ServerConfig, 'appBaseUrl' | 'clientBaseUrl' | 'port' | 'serverBaseUrl' | 'trustedOrigins'>;

/** Origins from which a browser may sign in and use a session. The origin of the base URL itself is always one. */
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
