import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const ANSWERS: Readonly<Record<string, [status: number, code: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'server.invalid_request.timeout', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: [431, 'server.invalid_request.headers_too_large', 'The headers of the request are too large.'],
};

/** Answers what is no HTTP: no route is reached, so no filter sees it. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, code, message] = ANSWERS[error.code ?? ''] ?? [
    400,
    'server.invalid_request',
    'The request cannot be read.',
  ];
  const body = JSON.stringify({ error: { message, code } });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}
