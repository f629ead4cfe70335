/** How a user signed in, as far as the page has words for it. */
export type SignInWay =
  | { kind: 'mail' | 'passkey' | 'password' | 'registration' | 'second-factor' }
  | { kind: 'provider'; providerId: string };

const KINDS: Readonly<Record<string, Exclude<SignInWay['kind'], 'provider'>>> = {
  'sign-in/email': 'password',
  'sign-up/email': 'registration',
  'verify-email': 'mail',
  'passkey/verify-authentication': 'passkey',
  'two-factor/verify-totp': 'second-factor',
  'two-factor/verify-backup-code': 'second-factor',
};
const PROVIDER = /^(?:oauth2\/)?callback\/(.+)$/;

/** Undefined for other entries, and for ways that only the server knows, such as those of a plugin. */
export function signInWay({ action, details }: { action: string; details: object }): SignInWay | undefined {
  const way: unknown = action === 'sign-in:succeeded' && 'way' in details ? details.way : undefined;
  if (typeof way !== 'string') return undefined;
  const providerId = PROVIDER.exec(way)?.[1];
  if (providerId !== undefined) return { kind: 'provider', providerId };
  const kind = Object.hasOwn(KINDS, way) ? KINDS[way] : undefined;
  return kind && { kind };
}
