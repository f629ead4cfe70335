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

/** Is about both fields, about the account, or about the server. */
const OF_NO_FIELD = new Set(['INVALID_EMAIL_OR_PASSWORD', 'EMAIL_NOT_VERIFIED', 'EMAIL_PASSWORD_SIGN_UP_DISABLED']);

/** The field that a refusal of the sign-in routes is about; they name none themselves. */
export function fieldOf({ code }: Pick<Problem, 'code'>): AccountField | undefined {
  if (OF_NO_FIELD.has(code)) return undefined;
  return FIELDS.find(([pattern]) => pattern.test(code))?.[1];
}
