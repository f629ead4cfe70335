import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Bytes of a response after which it counts as read without a limit. */
const ENDLESS_BYTES = 64 * 1024 * 1024;
const CHUNK = Buffer.alloc(1024 * 1024, 'a ');

/** How a service that is not sound responds to every request. */
export type Misbehaviour =
  { kind: 'endless' } | { kind: 'hangs' } | { kind: 'redirects'; to: string } | { kind: 'status'; status: number };

/** An HTTP server on this machine that stands for the service of a plugin. */
export class FakeService {
  requests = 0;
  readonly #requested = Promise.withResolvers<void>();
  /** Resolves at the first request. */
  readonly requested = this.#requested.promise;
  /** True when a client has read a whole response of {@link ENDLESS_BYTES}. */
  wasReadWithoutLimit = false;
  readonly #server: Server;

  private constructor(misbehaviour: Misbehaviour) {
    const respond: RequestListener = (request, response) => {
      this.requests += 1;
      this.#requested.resolve();
      request.resume();
      request.on('error', () => undefined);
      response.on('error', () => undefined);
      this.#respond(misbehaviour, response);
    };
    this.#server = createServer(respond);
  }

  /** Runs `work` with the address of the service, and stops it. */
  static async run(
    misbehaviour: Misbehaviour,
    work: (url: string, service: FakeService) => Promise<void>,
  ): Promise<void> {
    const service = new FakeService(misbehaviour);
    const url = await listen(service.#server);
    try {
      await work(url, service);
    } finally {
      await close(service.#server);
    }
  }

  /** An address where no server listens. */
  static async closedAddress(): Promise<string> {
    const server = createServer();
    const url = await listen(server);
    await close(server);
    return url;
  }

  #respond(misbehaviour: Misbehaviour, response: ServerResponse): void {
    switch (misbehaviour.kind) {
      case 'hangs':
        return;
      case 'status':
        response.writeHead(misbehaviour.status).end();
        return;
      case 'redirects':
        response.writeHead(307, { location: misbehaviour.to }).end();
        return;
      case 'endless':
        response.writeHead(200, { 'content-type': 'text/plain' });
        this.#writeEndlessly(response, 0);
    }
  }

  #writeEndlessly(response: ServerResponse, sent: number): void {
    if (sent < ENDLESS_BYTES) {
      response.write(CHUNK, () => this.#writeEndlessly(response, sent + CHUNK.length));
      return;
    }
    // Before the end: a client that waits for it must not be faster than this note.
    this.wasReadWithoutLimit = true;
    response.end();
  }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
