import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a plugin has sent to its service. */
export interface ServiceRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the service sends; by default an empty 200. */
export interface ServiceResponse {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** The service of a plugin, as its contract suite runs it. */
export class TestService {
  readonly requests: ServiceRequest[] = [];
  /** `silent` never responds, `busy` responds with 503, `away` takes no connections. */
  mode: 'away' | 'busy' | 'ready' | 'silent' = 'ready';
  #server: Server | undefined;
  #arrival = Promise.withResolvers<void>();

  constructor(private readonly respond: (request: ServiceRequest) => ServiceResponse = () => ({})) {}

  /** Starts the service and returns its URL. */
  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      if (this.mode === 'away') return void request.socket.destroy();
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method = 'GET', url: path = '/', headers } = request;
        const received = { method, path, headers, body: Buffer.concat(chunks).toString() };
        this.requests.push(received);
        this.#arrival.resolve();
        this.#arrival = Promise.withResolvers();
        if (this.mode === 'silent') return;
        const {
          status = 200,
          headers: sent = {},
          body = '',
        } = this.mode === 'busy' ? { status: 503, body: 'busy' } : this.respond(received);
        response.writeHead(status, sent).end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when the next request is there. */
  nextRequest(): Promise<void> {
    return this.#arrival.promise;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    await Promise.resolve();
  }
}
