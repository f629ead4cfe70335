import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServerConfig } from '#config/server';
import { Authentication } from '#http/auth';
import { accessByRoute, type RouteAccess } from '#libs/http-kit';
import { BodyBudget } from './body-budget.js';
import { BadRequest, RouteNotFound } from './error.filter.js';

/**
 * What is decided before a body is received: whether there is such a route, who is calling, and whether there is memory
 * for the body. Whether the caller may use the route is decided by the guards, which refuse callers that were not looked
 * up here. In `preParsing` and not in `onRequest`, so that these answers have the headers for CORS and security too.
 */
export function decideBeforeBody(fastify: FastifyInstance, app: INestApplicationContext): void {
  const routes = accessByRoute(app);
  const authentication = app.get(Authentication);
  const budget = new BodyBudget(app.get(ServerConfig));
  const addHooks = async (instance: FastifyInstance) => {
    instance.addHook('preParsing', async (request, reply) => {
      // Of two hosts, a proxy may have looked at the other one.
      if ((request.raw.headersDistinct['host']?.length ?? 0) > 1) throw BadRequest();
      if (request.is404) throw RouteNotFound();
      const access = accessOf(routes, request);
      if (access !== undefined && access.kind !== 'public') await authentication.authenticate(request, reply);
    });
    instance.addHook('preParsing', (request, reply, payload, done) => {
      done(null, hasBufferedBody(request) ? budget.metered(request, reply) : payload);
    });
  };
  // A plugin, so that the hooks come after those of the plugins that were registered before; without a scope of its own.
  void fastify.register(Object.assign(addHooks, { [Symbol.for('skip-override')]: true }));
}

/** Fastify answers HEAD wherever a route answers GET. */
function accessOf(routes: ReadonlyMap<string, RouteAccess>, request: FastifyRequest): RouteAccess | undefined {
  const { method, routeOptions } = request;
  return (
    routes.get(`${method} ${routeOptions.url}`) ??
    (method === 'HEAD' ? routes.get(`GET ${routeOptions.url}`) : undefined)
  );
}

function hasBufferedBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return false;
  return !/^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}
