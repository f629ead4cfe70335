import type { INestApplicationContext } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ServerConfig } from '#config/server';
import { Authentication } from '#people/auth/http';
import { ApiLimits } from '#ground/requests/http';
import { streamsBody } from '#archive/uploads/http';
import { accessByRoute, announceLimit, type RequestContext, type RouteAccess } from '#ground/http-kit';
import { AppError } from '#ground/kernel';
import { BodyBudget } from './body-budget.js';
import { BadRequest, RouteNotFound } from './error.filter.js';

/**
 * Checks before a body is received that the route exists, who calls and how often, and that there is memory for the body. The guards
 * decide later whether this caller may use the route; they refuse requests that were not authenticated here. The hook is
 * `preParsing` and not `onRequest`, so that these responses have the CORS and security headers too.
 */
export function decideBeforeBody(fastify: FastifyInstance, app: INestApplicationContext): void {
  const routes = accessByRoute(app);
  const countCaller = callerCounter(app.get(Authentication), app.get(ApiLimits));
  const budget = new BodyBudget(app.get(ServerConfig));
  const addHooks = async (instance: FastifyInstance) => {
    instance.addHook('preParsing', async (request, reply) => {
      // Rejects duplicate Host headers: a proxy may have validated the other one.
      if ((request.raw.headersDistinct['host']?.length ?? 0) > 1) throw BadRequest();
      if (request.is404) throw RouteNotFound();
      const access = accessOf(routes, request);
      if (access !== undefined) await countCaller(request, reply, access);
    });
    instance.addHook('preParsing', (request, reply, payload, done) => {
      done(null, hasBufferedBody(request) ? budget.metered(request, reply) : payload);
    });
  };
  // A plugin, so that these hooks run after those of the plugins registered before; `skip-override` gives it no scope.
  void fastify.register(Object.assign(addHooks, { [Symbol.for('skip-override')]: true }));
}

type RouteConfig = { isUnlimited?: boolean };

/**
 * Authenticates the caller where the route needs one, and counts the request. Who is no known caller counts as an address:
 * on public routes and after a failed authentication. `@RouteConfig({ isUnlimited: true })` exempts a route.
 */
function callerCounter(authentication: Authentication, limits: ApiLimits) {
  return async (request: FastifyRequest & RequestContext, reply: FastifyReply, access: RouteAccess): Promise<void> => {
    const countAddress = async () => {
      const limit = await limits.countAddress(request.ip);
      if (limit) announceLimit(reply, limit);
    };
    if (access.kind === 'public') {
      if (!(request.routeOptions.config as RouteConfig).isUnlimited) await countAddress();
      return;
    }
    try {
      await authentication.authenticate(request, reply);
    } catch (error) {
      if (error instanceof AppError && error.category === 'unauthenticated') await countAddress();
      throw error;
    }
    const limit = request.actor && (await limits.countCaller(request.actor));
    if (limit) announceLimit(reply, limit);
  };
}

/** Fastify adds a HEAD route to each GET route. */
function accessOf(routes: ReadonlyMap<string, RouteAccess>, request: FastifyRequest): RouteAccess | undefined {
  const { method, routeOptions } = request;
  return (
    routes.get(`${method} ${routeOptions.url}`) ??
    (method === 'HEAD' ? routes.get(`GET ${routeOptions.url}`) : undefined)
  );
}

function hasBufferedBody(request: FastifyRequest): boolean {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return false;
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return false;
  if (streamsBody(request)) return false;
  return !/^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}
