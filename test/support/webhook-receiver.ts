// Also imported by the measurements in scripts/bench, as TypeScript that Node.js runs itself: only types that it can erase.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
// eslint-disable-next-line no-restricted-syntax -- receivers that are slow on purpose
import { setTimeout as delay } from 'node:timers/promises';
import { constants, gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact text of the body. */
  text: string;
  body: WebhookBody;
  /** `webhook-id`. */
  id: string;
  /** Milliseconds, by the clock of `performance.now()`, when the last byte of the body was there. */
  receivedAt: number;
}

export interface WebhookBody {
  data: { organizationId: string; documentId?: string; [name: string]: unknown };
  type: string;
  timestamp: string;
}

/** What a receiver does with a request whose body has arrived. */
export type Behaviour = (request: ReceivedRequest, response: ServerResponse) => Promise<void> | void;

const ENDLESS_CHUNK = Buffer.alloc(65_536, 'x');
let bomb: Buffer | undefined;

const respond =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

export const behaviours = {
  good: respond(200, { 'content-type': 'text/plain' }, 'ok'),
  noContent: respond(204),
  fails: respond(500, { 'content-type': 'text/plain' }, 'the receiver has a fault'),
  closesAtOnce: (_request, response) => {
    response.destroy();
  },
  neverResponds: () => undefined,
  /** One byte of the headers a second: they never end. */
  slowHeaders: async (_request, { socket }) => {
    socket?.write('HTTP/1.1 200 OK\r\nx-slow: ');
    await everySecond(socket, 'x');
  },
  /** The headers at once, then one byte of the body a second. */
  slowBody: async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '100000' });
    response.flushHeaders();
    await everySecond(response, 's');
  },
  /** As fast as the client reads, without an end. */
  endlessBody: async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    await untilClosed(pipeline(Readable.from(endless()), response));
  },
  /** Fifty megabytes in about two hundred kilobytes. */
  gzipBomb: (_request, response) => {
    bomb ??= gzipSync(Buffer.alloc(50_000_000, 'b'), { level: constants.Z_BEST_SPEED });
    response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(bomb);
  },
} satisfies Record<string, Behaviour>;

export const redirectsTo = (location: string, status = 302): Behaviour => respond(status, { location });

export const asksToRetryAfter = (seconds: number, status = 429): Behaviour =>
  respond(status, { 'retry-after': String(seconds) }, 'too many requests');

export const respondsWith = (body: string, status = 200): Behaviour =>
  respond(status, { 'content-type': 'text/plain; charset=utf-8' }, body);

/** A real HTTP or HTTPS server that records requests. */
export class WebhookReceiver {
  readonly requests: ReceivedRequest[] = [];
  /** TCP connections, with and without a request. */
  connections = 0;
  behaviour: Behaviour;
  readonly #server: Server;
  readonly #protocol: string;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server, protocol: string, behaviour: Behaviour) {
    this.#server = server;
    this.#protocol = protocol;
    this.behaviour = behaviour;
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.#sockets.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      response.on('error', () => undefined);
      void this.#take(request, response);
    });
  }

  static async start(behaviour: Behaviour = behaviours.good): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(createHttpServer(), 'http', behaviour);
    await receiver.#listen('127.0.0.1');
    return receiver;
  }

  /** For every IPv4 and IPv6 address of this machine. */
  static async startAtEveryAddress(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(createHttpServer(), 'http', behaviours.good);
    await receiver.#listen();
    return receiver;
  }

  /** With a certificate that no authority has signed. */
  static async startSelfSigned(behaviour: Behaviour = behaviours.good): Promise<WebhookReceiver> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const receiver = new WebhookReceiver(createHttpsServer({ key, cert }), 'https', behaviour);
    await receiver.#listen('127.0.0.1');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.#protocol}://127.0.0.1:${this.port}/hook`;
  }

  /** Requests for one document, in the order of arrival. */
  of(documentId: string): ReceivedRequest[] {
    return this.requests.filter(({ body }) => body.data.documentId === documentId);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #listen(host?: string): Promise<void> {
    this.#server.listen({ port: 0, ...(host !== undefined && { host }) });
    await once(this.#server, 'listening');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString('utf8');
      const received: ReceivedRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: JSON.parse(text || '{}') as WebhookBody,
        id: String(request.headers['webhook-id']),
        receivedAt: performance.now(),
      };
      this.requests.push(received);
      await this.behaviour(received, response);
    } catch {
      response.destroy(); // the sender has closed the connection
    }
  }
}

/** Verifies a signature as a receiver without a library does. */
export function isSignedWith(
  secret: string,
  { headers, text }: ReceivedRequest,
  header: 'webhook-signature' | 'webhook-signature-next' = 'webhook-signature',
): boolean {
  const message = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
  const expected = Buffer.from(`v1,${createHmac('sha256', secret).update(message).digest('base64')}`);
  const given = Buffer.from(String(headers[header]));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

async function everySecond(
  target: { write(text: string): unknown; destroyed: boolean } | null,
  byte: string,
): Promise<void> {
  while (target && !target.destroyed) {
    target.write(byte);
    await delay(1000, undefined, { ref: false });
  }
}

function* endless(): Generator<Buffer> {
  for (;;) yield ENDLESS_CHUNK;
}

/** Every client closes the connection of a response that is too large. */
async function untilClosed(sending: Promise<void>): Promise<void> {
  await sending.catch(() => undefined);
}
