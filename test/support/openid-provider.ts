import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';

export interface OpenIdPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  groups?: string[];
}

export const CLIENT = { client_id: 'archivolt', client_secret: 'a-client-secret-of-some-length-0123456789' };

/** The certified provider of the package `oidc-provider` on this machine. The person who signs in next is `person`. */
export class OpenIdProvider {
  person: OpenIdPerson = { sub: 'unset', email: 'unset@example.com', email_verified: true, name: 'Unset' };

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start(redirectUris: readonly string[]): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const started = new OpenIdProvider(issuer, server);
    const provider = new Provider(issuer, started.#configuration(redirectUris));
    const respond = provider.callback();
    server.on('request', (request, response) => {
      const isInteraction = request.url?.startsWith('/interaction/') === true;
      if (!isInteraction) return void respond(request, response);
      // The person is signed in already and agrees to everything.
      return void provider.interactionFinished(request, response, { login: { accountId: started.person.sub } });
    });
    return started;
  }

  get discoveryUrl(): string {
    return `${this.issuer}/.well-known/openid-configuration`;
  }

  /** What a browser does at the provider: follows it until it leads back. Returns that address. */
  async visit(authorizationUrl: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let url = new URL(authorizationUrl);
    for (let step = 0; url.origin === this.issuer; step += 1) {
      if (step > 10) throw new Error(`the provider does not lead back: ${url.href}`);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split('; ');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url.href} responded with ${response.status}: ${await response.text()}`);
      url = new URL(location, url);
    }
    return url;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #configuration(redirectUris: readonly string[]): Configuration {
    return {
      clients: [{ ...CLIENT, redirect_uris: [...redirectUris], response_types: ['code'] }],
      cookies: { keys: ['a key of the test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...this.person, sub }) }),
      loadExistingGrant: async (ctx) => {
        const grant = new ctx.oidc.provider.Grant({
          clientId: CLIENT.client_id,
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    };
  }
}
