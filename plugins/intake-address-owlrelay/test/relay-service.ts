import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServiceAddress } from '@archivolt/plugin-kit/testing';

interface Wanted {
  username: string;
  webhookUrl: string;
  webhookSecret?: string;
  domain?: string;
}

/** A small copy of the API of OwlRelay. */
export class RelayService {
  readonly addresses = new Map<string, ServiceAddress>();
  readonly keys: (string | undefined)[] = [];
  isSilent = false;
  /** The response to the next requests. */
  refusal: { status: number; body?: object } | undefined;
  readonly #server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      if (this.isSilent) return;
      this.keys.push(request.headers.authorization);
      const { status, body: answer = {} } = this.refusal ?? this.#answer(request.method, request.url ?? '', body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(method: string | undefined, path: string, body: string): { status: number; body?: object } {
    if (method === 'POST' && path === '/api/email-callbacks') return this.#create(JSON.parse(body) as Wanted);
    const [, address] = /^\/api\/email-callbacks\/([^/]+)$/.exec(path) ?? [];
    if (method !== 'DELETE' || address === undefined) return { status: 400 };
    return { status: this.addresses.delete(decodeURIComponent(address)) ? 204 : 404 };
  }

  #create({ username, domain = 'Relay.example', webhookUrl, webhookSecret }: Wanted): {
    status: number;
    body?: object;
  } {
    const address = `${username}@${domain}`.toLowerCase();
    if (this.addresses.has(address)) return { status: 409 };
    this.addresses.set(address, { address, webhookUrl, webhookSecret });
    return { status: 200, body: { emailCallback: { id: 'cb_1', username, domain } } };
  }
}
