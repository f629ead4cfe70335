import type { FastifyRequest } from 'fastify';

const HANDLER_TIMEOUT = 'FST_ERR_HANDLER_TIMEOUT';

/** Aborts when the client disconnects during its upload or exceeds the time limit. */
export function abortedWith(request: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  request.raw.once('close', () => {
    if (!request.raw.complete) controller.abort(new Error('the client disconnected'));
  });
  // Fastify also aborts its signal at the end of every body.
  const { signal } = request;
  signal.addEventListener('abort', () => {
    if ((signal.reason as { code?: unknown }).code === HANDLER_TIMEOUT) controller.abort(signal.reason);
  });
  return controller.signal;
}
