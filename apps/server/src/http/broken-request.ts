import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { createId } from '#ground/kernel';

const RESPONSES: Readonly<Record<string, [status: number, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'server.invalid_request.timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'server.invalid_request.headers_too_large', 'The headers of the request are too large.'],
};
const UNREADABLE = 'The request cannot be read.';
const GIVEN_ID = /^[\w.:-]{1,100}$/;

/** Returns the id that the client gave its request if it is safe in headers and logs, otherwise a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : createId('req');
}

/** Responds to bytes that are not valid HTTP. They reach no route, so the error filter does not see them. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = RESPONSES[error.code ?? ''] ?? [400, 'server.invalid_request', UNREADABLE];
  respondOnSocket(socket, status, { message, code });
}

/** Writes an error response to a connection without a request, and closes it. */
export function respondOnSocket(socket: Socket, status: number, error: { code: string; message: string }): void {
  const { code, message } = error;
  const body = JSON.stringify({ error: { message, code } });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `x-request-id: ${createId('req')}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n` +
        `${status === 503 ? 'retry-after: 5\r\n' : ''}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

/** Responds to addresses that the router rejects before any hook or filter: `/api/%zz`, a parameter that is too long. */
export function respondToBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .status(400)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send({ error: { message: UNREADABLE, code: 'server.invalid_request' } });
}
