import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { errorCodes, type FastifyInstance } from 'fastify';
import { Logger } from '@nestjs/common';
import { basePath, corsOrigins, ServerConfig } from '#config/server';
import { DocumentsConfig } from '#config/documents';
import { FirstAccount, mountAuthRoutes, PasswordAttempts, SignInLibrary } from '#people/auth/http';
import { speakTus } from '#archive/uploads/http';
import {
  assertEveryInputIsChecked,
  assertEveryRouteDeclaresAccess,
  InvalidBody,
  JSON_TYPE,
  jsonExcess,
  SMALL_BODY_BYTES,
  UPLOAD_TIMEOUT_MS,
} from '#ground/http-kit';
import { Clock } from '#ground/kernel';
import { decideBeforeBody } from './before-body.js';
import { compressLists } from './compress-lists.js';
import { limitConnections } from './connection-limits.js';
import { mountApiDescription } from './openapi/mount-api-description.js';
import { ErrorFilter, MalformedJson } from './error.filter.js';
import { acceptMultipartForms, otherBody } from './form-bodies.js';
import { keepRequestOrigins } from './request-origins.js';
import { servePages } from './web/serve-pages.js';

const logger = new Logger('Http');

/**
 * Everything around the controllers: headers, body parsers, time limits, error responses. There are two surfaces: the API
 * at `/api`, whose responses may load nothing, and the pages at `/`, which have a policy of their own.
 */
export async function configureHttp(app: NestFastifyApplication): Promise<void> {
  const config = app.get(ServerConfig);
  const fastify = app.getHttpAdapter().getInstance();
  limitConnections(app.getHttpServer(), config, app.get(Clock));
  limitTime(fastify, config.routeTimeoutMs);
  limitBodies(fastify);
  keepRequestOrigins(fastify);
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  keepFromCaches(fastify);
  fastify.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown route';
    logger.debug(`${request.method} ${route} ${reply.statusCode} ${Math.round(reply.elapsedTime)} ms (${request.id})`);
  });
  parseBodies(fastify);
  acceptMultipartForms(fastify);
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'self'"] } },
    strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(multipart, { throwFileSizeLimit: false, limits: { fileSize: Number.POSITIVE_INFINITY } });
  app.enableCors({
    origin: corsOrigins(config),
    credentials: true,
    // In an earlier hook, responses to preflight requests would lack the headers that the hooks above set.
    hook: 'preParsing',
    strictPreflight: false,
    methods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH'],
  });
  await app.register(fastifyStatic, { serve: false, cacheControl: false }); // for reply.sendFile
  servePages(fastify, basePath(config));
  compressLists(fastify);
  decideBeforeBody(fastify, app);
  speakTus(fastify, app.get(DocumentsConfig));
  app.useGlobalFilters(new ErrorFilter());
  mountAuthRoutes(fastify, {
    library: app.get(SignInLibrary),
    attempts: app.get(PasswordAttempts),
    firstAccount: app.get(FirstAccount),
  });
  mountApiDescription(fastify);
  assertEveryRouteDeclaresAccess(app);
  assertEveryInputIsChecked(app);
}

/** Responses of the API are of one caller, unless their route says how long they may be kept. */
function keepFromCaches(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** `@RouteConfig({ timeoutMs })` gives a route a time limit of its own. Files may take as long as an upload. */
function limitTime(fastify: FastifyInstance, defaultMs: number): void {
  fastify.addHook('onRoute', (route) => {
    const own = (route.config as { timeoutMs?: number } | undefined)?.timeoutMs;
    const timeoutMs = own ?? (route.url.startsWith('/api/') ? defaultMs : UPLOAD_TIMEOUT_MS);
    if (timeoutMs > 0) route.handlerTimeout = timeoutMs;
  });
  // Fastify drops its limit when the body has been read, so it is set again for the work that follows.
  fastify.addHook('preHandler', async (request, reply) => {
    const { handlerTimeout, url } = request.routeOptions;
    if (!handlerTimeout || request.body === undefined) return;
    // eslint-disable-next-line no-restricted-syntax -- the limit of Fastify is in real time, too
    const timer = setTimeout(() => {
      if (!reply.sent) void reply.send(new errorCodes.FST_ERR_HANDLER_TIMEOUT(handlerTimeout, url));
    }, handlerTimeout);
    reply.raw.once('close', () => clearTimeout(timer));
  });
}

/** `@RouteConfig({ bodyLimit })` gives a route a limit of its own. */
function limitBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const own = (route.config as { bodyLimit?: number } | undefined)?.bodyLimit;
    route.bodyLimit = own ?? SMALL_BODY_BYTES;
  });
}

/** Parses JSON. The contract counts any other body as an empty object, except on routes that accept forms. */
function parseBodies(fastify: FastifyInstance): void {
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, {});
    const text = String(body);
    const excess = jsonExcess(text);
    if (excess) return done(InvalidBody({ details: [excess] }));
    return void parseJson(request, text, (error, value) => done(error ? MalformedJson({ cause: error }) : null, value));
  });
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    done(null, otherBody(request, body as Buffer));
  });
}
