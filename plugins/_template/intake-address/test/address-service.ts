import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { WantedAddress } from '@archivolt/plugin-kit';
import type { ServiceAddress } from '@archivolt/plugin-kit/testing';

/** A small service for the tests: it keeps the addresses that it was asked for. */
export class AddressService {
  readonly addresses = new Map<string, ServiceAddress>();
  /** `silent`: it never responds; `failing`: it responds 503. */
  state: 'failing' | 'silent' | 'working' = 'working';
  readonly #server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      if (this.state === 'silent') return;
      const { status, answer } = this.state === 'failing' ? { status: 503 } : this.#answer(request.url ?? '', body);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
  });

  /** Returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/addresses`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(path: string, body: string): { status: number; answer?: object } {
    const removed = decodeURIComponent(path.replace(/^\/addresses\/?/, ''));
    if (removed !== '') return { status: this.addresses.delete(removed) ? 204 : 404 };
    const { username, ...webhook } = JSON.parse(body) as WantedAddress;
    const address = `${username}@in.example.com`;
    if (this.addresses.has(address)) return { status: 409 };
    this.addresses.set(address, { address, ...webhook });
    return { status: 200, answer: { address } };
  }
}
