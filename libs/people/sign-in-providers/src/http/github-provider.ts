import type { OAuthProvider } from 'better-auth';
import type { OAuthClient } from './oauth-client.js';
import { personOf, subjectOf, type Profile } from './person.js';
import { reportFailure } from './report-failure.js';

const GITHUB = 'https://github.com';
const GITHUB_API = 'https://api.github.com';

export const GITHUB_SCOPES = ['read:user', 'user:email'];

interface GithubAddress {
  email: string;
  primary: boolean;
  verified: boolean;
}

/** Sign-in with GitHub or a GitHub Enterprise Server: the primary address, and whether GitHub has verified it. */
export function githubProvider(server: string | undefined, client: OAuthClient): OAuthProvider<Profile> {
  const base = server === undefined ? GITHUB : server.replace(/\/$/, '');
  const api = server === undefined ? GITHUB_API : `${base}/api/v3`;
  const failed = reportFailure('github');
  return {
    id: 'github',
    name: 'GitHub',
    options: { disableIdTokenSignIn: true },
    accountSubject: subjectOf,
    createAuthorizationURL: (request) => client.authorizationUrl(`${base}/login/oauth/authorize`, request),
    validateAuthorizationCode: (code) =>
      client.exchange(`${base}/login/oauth/access_token`, code).catch(failed.refused),
    getUserInfo: async (tokens) => {
      try {
        const profile = await client.read(`${api}/user`, tokens);
        const addresses = (await client.read(`${api}/user/emails`, tokens)) as unknown as GithubAddress[];
        const primary = Array.isArray(addresses) ? addresses.find((address) => address.primary) : undefined;
        const known: Profile = { ...profile, email: primary?.email, email_verified: primary?.verified === true };
        return { user: personOf(known), data: known };
      } catch (error) {
        return failed.refused(error);
      }
    },
  };
}
