import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  groups?: string[];
}

/** An OAuth 2.0 provider on this machine with `/token` and `/userinfo`; the person is who signs in next. */
export class LocalOAuthProvider {
  person: Person | undefined;
  readonly #server: Server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    request.resume();
    const body =
      path === '/token'
        ? { access_token: 'access', token_type: 'Bearer', expires_in: 60 }
        : path === '/userinfo'
          ? this.person
          : undefined;
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });

  /** Returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
