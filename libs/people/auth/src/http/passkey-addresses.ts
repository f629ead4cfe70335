import { isIP } from 'node:net';
import { baseUrl, corsOrigins, type ServerConfig } from '#config/server';

/** Browsers offer passkeys on pages with https and on localhost only, and never for a bare address. */
export function isUsableForPasskeys(server: ServerConfig): boolean {
  const { protocol, hostname } = new URL(baseUrl(server));
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true;
  return protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}

/** The domain to which passkeys are bound: passkeys stop working when it changes. */
export function passkeyDomain(server: ServerConfig): string {
  return new URL(baseUrl(server)).hostname;
}

/** The pages that may ask for a passkey: those of this server and of its domain. */
export function passkeyOrigins(server: ServerConfig): string[] {
  const domain = passkeyDomain(server);
  const given = [
    baseUrl(server),
    ...server.trustedOrigins,
    ...corsOrigins(server),
    server.clientBaseUrl ?? baseUrl(server),
  ];
  const origins = given.map((address) => new URL(address)).filter(({ hostname }) => isWithin(hostname, domain));
  return [...new Set(origins.map(({ origin }) => origin))];
}

const isWithin = (hostname: string, domain: string) => hostname === domain || hostname.endsWith(`.${domain}`);
