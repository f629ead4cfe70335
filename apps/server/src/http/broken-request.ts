import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { createId } from '#libs/kernel';

const ANSWERS: Readonly<Record<string, [status: number, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'server.invalid_request.timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'server.invalid_request.headers_too_large', 'The headers of the request are too large.'],
};
const UNREADABLE = 'The request cannot be read.';
const GIVEN_ID = /^[\w.:-]{1,100}$/;

/** The id a client gave its request, if that is harmless in headers and logs, else a new one. */
export function requestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && GIVEN_ID.test(given) ? given : createId('req');
}

/** Answers what is no HTTP: no route is reached, so no filter sees it. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = ANSWERS[error.code ?? ''] ?? [400, 'server.invalid_request', UNREADABLE];
  answerSocket(socket, status, { message, code });
}

/** Writes an error answer where there is no request to answer, and closes the connection. */
export function answerSocket(socket: Socket, status: number, error: { code: string; message: string }): void {
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

/** Answers addresses that the router gives up on, before any hook or filter: `/api/%zz`, a parameter beyond all bounds. */
export function answerBadAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .status(400)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .send({ error: { message: UNREADABLE, code: 'server.invalid_request' } });
}
