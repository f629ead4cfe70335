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
  const given = parsed(body);
  if (typeof given !== 'object' || given === null || !('providerId' in given)) return body;
  const { providerId, ...rest } = given;
  return JSON.stringify({ ...rest, provider: providerId });
}

/** Forms come here as well; the library refuses what is not JSON. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** An unknown provider has another error on this path. */
export function isUnknownCustomProvider(pathname: string, status: number): boolean {
  return pathname === SIGN_IN_ALIAS && status === 404;
}
