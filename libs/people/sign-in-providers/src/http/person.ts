import { cutName } from '#people/auth/http';

export type Profile = Record<string, unknown>;

/** What the sign-in library needs to know about a person. */
export interface Person {
  name: string;
  email: string | null;
  emailVerified: boolean;
  image?: string;
}

/** Reads the standard claims of OpenID Connect, which many other providers use too. Texts of another type are left out. */
export function personOf(profile: Profile): Person {
  const text = (name: string) =>
    typeof profile[name] === 'string' && profile[name] !== '' ? profile[name] : undefined;
  const email = text('email') ?? null;
  const image = text('picture') ?? text('avatar_url');
  const name = text('name') ?? text('preferred_username') ?? text('login') ?? email?.split('@')[0] ?? '';
  return {
    name: cutName(name),
    email,
    // Some providers send it as text.
    emailVerified: profile['email_verified'] === true || profile['email_verified'] === 'true',
    ...(image !== undefined && { image }),
  };
}

/**
 * Returns the permanent id of the person at the provider: `sub` of OpenID Connect, or else `id`. Empty without both.
 */
export function subjectOf({ profile: { sub, id } }: { profile: Profile }): string {
  const subject = sub ?? id;
  return typeof subject === 'string' || typeof subject === 'number' ? String(subject) : '';
}
