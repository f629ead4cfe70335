import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  message: { type: string; timestamp: string; data: Record<string, unknown> };
}

export interface TestReceiver {
  url: string;
  requests: ReceivedRequest[];
  /** How it responds; 204 by default. */
  respond: (request: ReceivedRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** A real HTTP server that keeps what it receives. */
export async function openReceiver(): Promise<TestReceiver> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        message: JSON.parse(body) as ReceivedRequest['message'],
      };
      receiver.requests.push(received);
      receiver.respond(received, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: TestReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    respond: (_, response) => response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
