import { isAddressOfAnyHost } from '@archivolt/plugin-kit';
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
  const given = text('email');
  // Without an address, which is refused: mails to this one could go to others.
  const email = given !== undefined && isAddressOfAnyHost(given) ? given : null;
  const image = text('picture') ?? text('avatar_url');
  const names = [text('name'), text('preferred_username'), text('login'), email?.split('@')[0]];
  return {
    name: names.map((each) => cutName(each ?? '')).find((each) => each !== '') ?? '',
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
