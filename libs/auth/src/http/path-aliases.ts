const SIGN_IN_ALIAS = '/api/auth/sign-in/oauth2';
const CALLBACK_ALIAS = /^\/api\/auth\/oauth2\/callback\/([^/]+)$/;

/** Paths that existing clients and providers know for custom providers; the library has one path for all providers. */
export function pathOf(pathname: string): string {
  if (pathname === SIGN_IN_ALIAS) return '/api/auth/sign-in/social';
  const [, providerId] = CALLBACK_ALIAS.exec(pathname) ?? [];
  return providerId === undefined ? pathname : `/api/auth/callback/${providerId}`;
}

/** The body that the library expects: clients name a custom provider `providerId`. */
export function bodyFor(pathname: string, body: string | null): string | null {
  if (pathname !== SIGN_IN_ALIAS || body === null) return body;
  const { providerId, ...rest } = JSON.parse(body) as Record<string, unknown>;
  return JSON.stringify(providerId === undefined ? rest : { ...rest, provider: providerId });
}

/** An unknown provider has another error on this path. */
export function isUnknownCustomProvider(pathname: string, status: number): boolean {
  return pathname === SIGN_IN_ALIAS && status === 404;
}
