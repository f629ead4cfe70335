import type { OAuthProvider } from 'better-auth';
import type { DiscoveredProvider } from './discovered-provider.js';
import type { OAuthClient } from './oauth-client.js';
import { personOf, subjectOf, type Profile } from './person.js';
import { reportFailure } from './report-failure.js';

/** Sign-in with a provider of OpenID Connect that is found by discovery. Its id token decides who the person is. */
export function openIdProvider(
  { id, name, clientId, callbackPath }: { id: string; name: string; clientId: string; callbackPath?: string },
  { client, discovered }: { client: OAuthClient; discovered: DiscoveredProvider },
): OAuthProvider<Profile> {
  const failed = reportFailure(id);
  return {
    id,
    name,
    ...(callbackPath !== undefined && { callbackPath }),
    get issuer() {
      return discovered.issuer;
    },
    requiresIdTokenNonce: true,
    options: { disableIdTokenSignIn: true },
    accountSubject: subjectOf,
    createAuthorizationURL: async (request) => {
      try {
        return await client.authorizationUrl((await discovered.read()).authorizationUrl, request);
      } catch (error) {
        throw failed.unavailable(error);
      }
    },
    validateAuthorizationCode: async (code) => {
      try {
        return await client.exchange((await discovered.read()).tokenUrl, code);
      } catch (error) {
        return failed.refused(error);
      }
    },
    getUserInfo: async ({ expectedIdTokenNonce: nonce, ...tokens }) => {
      try {
        const claims = await discovered.verify(tokens.idToken ?? '', { clientId, nonce });
        const { userInfoUrl } = await discovered.read();
        const more = userInfoUrl && tokens.accessToken ? await client.read(userInfoUrl, tokens) : {};
        if ('sub' in more && more['sub'] !== claims.sub) throw new Error('the user info belongs to another person');
        const profile: Profile = { ...more, ...claims };
        return { user: personOf(profile), data: profile };
      } catch (error) {
        return failed.refused(error);
      }
    },
  };
}
