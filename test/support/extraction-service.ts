import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What one request has brought. */
export interface SentToService {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface ServiceReply {
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: Buffer | object | string;
  /** Sends the headers, and nothing more. */
  hangs?: boolean;
}

/** An HTTP server on this machine that answers as the services of extraction plugins do. */
export class ExtractionServiceStub {
  readonly requests: SentToService[] = [];
  answer: (sent: SentToService) => ServiceReply = () => ({});
  readonly #server: Server = createServer((request, response) => {
    response.on('error', () => undefined);
    void buffer(request).then(
      (body) => {
        const { method = '', url: path = '', headers } = request;
        const sent = { method, path, headers, body };
        this.requests.push(sent);
        reply(response, this.answer(sent));
      },
      () => undefined, // the client has gone
    );
  });

  /** Returns the address, without a slash at its end. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function reply(response: ServerResponse, { status = 200, headers = {}, body = '', hangs = false }: ServiceReply): void {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  response.writeHead(status, { ...(!isText && { 'content-type': 'application/json' }), ...headers });
  if (hangs) response.flushHeaders();
  else response.end(isText ? body : JSON.stringify(body));
}

/** The fields of a form by name; a file has its name, too. */
export async function formIn({ headers, body }: SentToService): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  // oxlint-disable-next-line typescript/no-deprecated -- the body was sent by the plugin under test
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
}
