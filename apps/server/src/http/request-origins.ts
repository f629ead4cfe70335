import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestContext } from '#ground/http-kit';
import { withRequestOrigin, type RequestOrigin } from '#ground/kernel';

const MAX_USER_AGENT_LENGTH = 256;

/** Everything that works for a request can ask for its origin: events and the audit log say where a change comes from. */
export function keepRequestOrigins(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => withRequestOrigin(originOf(request), done));
  // Again after the body was received: its parser continues in the events of the connection, not of the request.
  fastify.addHook('preValidation', (request, _reply, done) => withRequestOrigin(originOf(request), done));
}

function originOf(request: FastifyRequest & RequestContext): RequestOrigin {
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    get actor() {
      return request.actor;
    },
  };
}
