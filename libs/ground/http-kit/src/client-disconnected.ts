import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that aborts when the client disconnects before it has the whole response. For routes with a body,
 * where `request.signal` of Fastify aborts as soon as the body has been read.
 */
export function clientDisconnected(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client disconnected'));
  });
  return controller.signal;
}
