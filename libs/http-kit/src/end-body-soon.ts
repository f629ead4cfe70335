import type { FastifyReply, FastifyRequest } from 'fastify';

const BODY_ENDS_WITHIN_MS = 5_000;

/**
 * For a response that is sent before the body was read: receives and drops the rest of the body for a short time. A
 * client that is still sending when the connection closes reports a network failure instead of the response.
 */
export function endBodySoon(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete) return;
  reply.removeHeader('connection'); // Fastify sets `close` after a body that is too large, which would close the connection at once
  request.raw.unpipe();
  request.raw.resume();
  const timer = setTimeout(() => request.raw.destroy(), BODY_ENDS_WITHIN_MS).unref();
  request.raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer));
}
