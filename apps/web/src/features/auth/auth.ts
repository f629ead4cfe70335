import type { Problem } from '../../lib/errors';

/** Where to go after sign-in: only a page of this server. */
export function pathAfterSignIn(redirect: string | undefined): string {
  if (redirect === undefined || !redirect.startsWith('/') || /^\/[/\\]/.test(redirect)) return '/';
  const { origin, pathname, search, hash } = new URL(redirect, 'http://archivolt.invalid');
  if (origin !== 'http://archivolt.invalid' || pathname === '/login' || pathname === '/register') return '/';
  return pathname + search + hash;
}

export type AccountField = 'email' | 'name' | 'newPassword' | 'password' | 'setupCode';

const FIELDS: readonly (readonly [RegExp, AccountField])[] = [
  [/SETUP_CODE/i, 'setupCode'],
  [/PASSWORD/, 'password'],
  [/EMAIL|USER_ALREADY_EXISTS/i, 'email'],
  [/NAME/, 'name'],
];

/** The field that a refusal of the sign-in routes is about; they name none themselves. */
export function fieldOf({ code }: Pick<Problem, 'code'>): AccountField | undefined {
  // Says of neither of the two which one is wrong.
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'EMAIL_PASSWORD_SIGN_UP_DISABLED') return undefined;
  return FIELDS.find(([pattern]) => pattern.test(code))?.[1];
}
