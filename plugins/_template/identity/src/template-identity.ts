import type { Identity, IdentityClaims, MappedIdentity } from '@archivolt/plugin-kit';
import { genericOAuth } from 'better-auth/plugins';
import type { TemplateConfig } from './template.config.js';

/** The part of the account that never changes at the provider. It is stored with each account: never rename it. */
const PROVIDER = 'template';

/** Signs users in with an OAuth 2.0 provider and maps the groups of a person. Put the routes of your provider in. */
export class TemplateIdentity implements Identity {
  readonly plugins: readonly object[];
  readonly signInProviders: { id: string; name: string }[];

  constructor(private readonly config: TemplateConfig) {
    const { url, clientId, clientSecret } = config;
    this.signInProviders = clientId === undefined ? [] : [{ id: PROVIDER, name: 'Template' }];
    this.plugins =
      clientId === undefined
        ? []
        : [
            genericOAuth({
              config: [
                {
                  providerId: PROVIDER,
                  clientId,
                  ...(clientSecret !== undefined && { clientSecret }),
                  authorizationUrl: `${url}/authorize`,
                  tokenUrl: `${url}/token`,
                  userInfoUrl: `${url}/userinfo`,
                  scopes: ['openid', 'email', 'profile'],
                  accountSubject: ({ profile }) => profile.sub ?? '',
                },
              ],
            }),
          ];
  }

  mapClaims({ claims }: IdentityClaims): MappedIdentity {
    const { allowedGroup, adminGroup } = this.config;
    const groups: unknown[] = Array.isArray(claims['groups']) ? claims['groups'] : [];
    if (allowedGroup !== undefined && !groups.includes(allowedGroup))
      return { isAllowed: false, reason: `Only members of ${allowedGroup} can sign in.` };
    return {
      ...(typeof claims['name'] === 'string' && { name: claims['name'] }),
      ...(adminGroup !== undefined && { roles: groups.includes(adminGroup) ? ['admin'] : [] }),
    };
  }
}
