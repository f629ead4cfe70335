import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { CLIENT } from './openid-provider.js';

export interface ForgedToken {
  claims?: JWTPayload;
  /** Default: signed with the published key. */
  signedWith?: 'another key' | 'client secret' | 'no key' | 'public key';
  withoutNonce?: boolean;
}

/** A provider of OpenID Connect whose id tokens are as a test wants them: a real flow with one thing wrong. */
export class ForgingProvider {
  forged: ForgedToken = {};
  userInfo: object | undefined;
  /** Of the discovery document. */
  publishedIssuer: string;

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
    private readonly keys: { own: CryptoKey; other: CryptoKey; publicJwk: object },
  ) {
    this.publishedIssuer = issuer;
  }

  static async start(): Promise<ForgingProvider> {
    const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    const publicJwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keys = { own: own.privateKey, other: other.privateKey, publicJwk };
    const provider = new ForgingProvider(issuer, server, keys);
    server.on('request', (request, response) => {
      request.resume();
      void provider.#respond(new URL(request.url ?? '', issuer).pathname).then((body) => {
        response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
      });
    });
    return provider;
  }

  /** The nonce of the sign-in that comes next, as the browser brings it. */
  #nonce = '';

  /** What a browser does at the provider: it is sent back at once. Returns the query of the callback. */
  visit(authorizationUrl: string): URLSearchParams {
    const { searchParams } = new URL(authorizationUrl);
    this.#nonce = searchParams.get('nonce') ?? '';
    return new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #respond(path: string): Promise<object | undefined> {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer: this.publishedIssuer,
        authorization_endpoint: `${this.issuer}/authorize`,
        token_endpoint: `${this.issuer}/token`,
        jwks_uri: `${this.issuer}/keys`,
        ...(this.userInfo && { userinfo_endpoint: `${this.issuer}/userinfo` }),
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      };
    if (path === '/keys') return { keys: [this.keys.publicJwk] };
    if (path === '/userinfo') return this.userInfo;
    if (path === '/token') return { access_token: 'access', token_type: 'Bearer', id_token: await this.#idToken() };
    return undefined;
  }

  async #idToken(): Promise<string> {
    const { claims, signedWith, withoutNonce } = this.forged;
    const now = Math.floor(Date.now() / 1_000);
    const payload: JWTPayload = {
      iss: this.issuer,
      aud: CLIENT.client_id,
      sub: 'forged',
      iat: now,
      exp: now + 300,
      email: 'forged@example.com',
      email_verified: true,
      name: 'Forged',
      ...(withoutNonce ? {} : { nonce: this.#nonce }),
      ...claims,
    };
    const text = (secret: string) => new TextEncoder().encode(secret);
    switch (signedWith) {
      case 'no key':
        return new UnsecuredJWT(payload).encode();
      case 'client secret':
        return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(text(CLIENT.client_secret));
      case 'public key':
        return new SignJWT(payload)
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(text(JSON.stringify(this.keys.publicJwk)));
      case 'another key':
        return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(this.keys.other);
      default:
        return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(this.keys.own);
    }
  }
}
