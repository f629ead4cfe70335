import type { OAuthProvider } from 'better-auth';
import type { OAuthClient } from './oauth-client.js';
import { personOf, subjectOf, type Profile } from './person.js';
import { reportFailure } from './report-failure.js';

export interface OAuth2Addresses {
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
}

/** Sign-in with a provider of OAuth 2.0: who the person is, is what its address for user information responds. */
export function oauth2Provider(
  { id, name, callbackPath, addresses }: { id: string; name: string; callbackPath: string; addresses: OAuth2Addresses },
  client: OAuthClient,
): OAuthProvider<Profile> {
  const failed = reportFailure(id);
  return {
    id,
    name,
    callbackPath,
    options: { disableIdTokenSignIn: true },
    accountSubject: subjectOf,
    createAuthorizationURL: (request) => client.authorizationUrl(addresses.authorizationUrl, request),
    validateAuthorizationCode: (code) => client.exchange(addresses.tokenUrl, code).catch(failed.refused),
    getUserInfo: async (tokens) => {
      try {
        const profile = await client.read(addresses.userInfoUrl, tokens);
        if (subjectOf({ profile }) === '') throw new Error('the user information has neither sub nor id');
        return { user: personOf(profile), data: profile };
      } catch (error) {
        return failed.refused(error);
      }
    },
  };
}
