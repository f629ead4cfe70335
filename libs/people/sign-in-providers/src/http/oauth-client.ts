import { authorizationCodeRequest, createAuthorizationURL, getOAuth2Tokens } from 'better-auth/oauth2';
import type { OAuth2Tokens } from 'better-auth';
import type { HostHttp } from '@archivolt/plugin-kit';
import { requestJson } from './provider-requests.js';

/** How this server is known at a provider. */
export interface OAuthClientSettings {
  id: string;
  clientId: string;
  clientSecret: string;
  redirectURI?: string | undefined;
  scopes: readonly string[];
  prompt?: 'consent' | 'login' | 'none' | 'select_account' | undefined;
  accessType?: string | undefined;
  /** False for the few providers that refuse it. */
  usesPkce: boolean;
}

export interface AuthorizationRequest {
  state: string;
  codeVerifier: string;
  redirectURI: string;
  idTokenNonce?: string | undefined;
  loginHint?: string | undefined;
}

export interface CodeToExchange {
  code: string;
  redirectURI: string;
  codeVerifier?: string | undefined;
}

/** The authorization code flow, with requests that have limits of time and size. */
export class OAuthClient {
  constructor(
    private readonly http: HostHttp,
    private readonly settings: OAuthClientSettings,
  ) {}

  authorizationUrl(authorizationEndpoint: string, request: AuthorizationRequest): Promise<URL> {
    const { id, scopes, prompt, accessType, usesPkce } = this.settings;
    return createAuthorizationURL({
      id,
      options: this.#options,
      authorizationEndpoint,
      state: request.state,
      scopes: [...scopes],
      redirectURI: request.redirectURI,
      ...(usesPkce && { codeVerifier: request.codeVerifier }),
      ...(request.idTokenNonce !== undefined && { nonce: request.idTokenNonce }),
      ...(request.loginHint !== undefined && { loginHint: request.loginHint }),
      ...(prompt && { prompt }),
      ...(accessType !== undefined && { accessType }),
    });
  }

  async exchange(tokenEndpoint: string, { code, codeVerifier, redirectURI }: CodeToExchange): Promise<OAuth2Tokens> {
    const { body, headers } = await authorizationCodeRequest({
      code,
      redirectURI,
      options: this.#options,
      tokenEndpoint,
      ...(this.settings.usesPkce && codeVerifier !== undefined && { codeVerifier }),
    });
    const tokens = await requestJson(this.http, {
      url: tokenEndpoint,
      method: 'POST',
      headers,
      body: body.toString(),
    });
    // GitHub responds to a wrong code with 200.
    if (typeof tokens['error'] === 'string') throw new Error('the provider refused the code');
    return getOAuth2Tokens(tokens);
  }

  /** JSON that the access token gives access to. */
  read(url: string, { accessToken = '' }: OAuth2Tokens): Promise<Record<string, unknown>> {
    return requestJson(this.http, { url, headers: { authorization: `Bearer ${accessToken}` } });
  }

  get #options() {
    const { clientId, clientSecret, redirectURI } = this.settings;
    return { clientId, clientSecret, ...(redirectURI !== undefined && { redirectURI }) };
  }
}
