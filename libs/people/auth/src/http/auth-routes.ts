import { STATUS_CODES } from 'node:http';
import { Logger } from '@nestjs/common';
import { fromNodeHeaders } from 'better-auth/node';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLostConnection } from '#ground/database';
import { announceLimit, endBodySoon, InvalidBody, JSON_TYPE, jsonExcess } from '#ground/http-kit';
import { AppError } from '#ground/kernel';
import { CLIENT_ADDRESS_HEADER } from './client-address.js';
import type { FirstAccount } from './first-account.js';
import type { PasswordAttempts } from './password-attempts.js';
import { passwordRequestIn } from './password-request.js';
import { bodyFor, isUnknownCustomProvider, pathOf } from './path-aliases.js';
import type { SignInLibrary } from './sign-in-library.js';

/** These headers describe the connection, not the message that is passed on. */
const CONNECTION_HEADERS = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding', 'upgrade'];
const REFUSED_ORIGIN_CODES = new Set([
  'INVALID_ORIGIN',
  'INVALID_CALLBACK_URL',
  'INVALID_REDIRECT_URL',
  'INVALID_ERROR_CALLBACK_URL',
  'INVALID_NEW_USER_CALLBACK_URL',
]);
const RETRY_AFTER_SECONDS = 5;
/** Every path is kept in memory while its requests are counted. The longest path of a route is much shorter. */
const MAX_PATH_LENGTH = 512;
const REMEDY =
  'Set APP_BASE_URL to the address under which people reach this server, or add the origin to TRUSTED_ORIGINS.';

export interface AuthRouteParts {
  library: SignInLibrary;
  attempts: PasswordAttempts;
  firstAccount: FirstAccount;
}

/**
 * Mounts sign-up, sign-in and sessions at `/api/auth/*`. It is one raw route without Nest's guards and filters, so it has
 * its own body parsers and error responses. Hooks of `fastify` apply when they are registered before this.
 */
export function mountAuthRoutes(fastify: FastifyInstance, { library, attempts, firstAccount }: AuthRouteParts): void {
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parseJson = scope.getDefaultJsonParser('error', 'error');
    // Checked here and passed on unchanged: the library parses the text itself.
    scope.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
      if (body.length === 0) return done(null, '{}');
      const text = String(body);
      const excess = jsonExcess(text);
      if (excess) return done(InvalidBody({ message: `The body ${excess.message}` }));
      return void parseJson(request, text, (error) => done(error, text));
    });
    // Kept as text: parsed to JSON, a form of another site could reach routes that accept JSON only.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.setErrorHandler(sendError);
    scope.route({
      method: ['GET', 'POST'],
      url: '/api/auth/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { auth } = library;
        const message = toWebRequest(request, auth.options.baseURL);
        if (new URL(message.url).pathname.length > MAX_PATH_LENGTH) return sendNotFound(reply);
        // A sign-up holds a database connection while it hashes the password, so the queue bounds how many run at once.
        const withPassword = await passwordRequestIn(request, reply, { auth, message });
        const handle = () => auth.handler(message);
        if (!withPassword) {
          const response = await handle();
          const { pathname } = new URL(request.url, auth.options.baseURL);
          return isUnknownCustomProvider(pathname, response.status)
            ? sendUnknownProvider(reply)
            : sendResponse(reply, response);
        }
        const attempt = withPassword.kind === 'sign-up' ? () => firstAccount.signUp(message, handle) : handle;
        return sendResponse(reply, await attempts.run(withPassword, attempt));
      },
    });
  });
}

/** `base`: the address of the library's routes, which may lie below a path. */
function toWebRequest(request: FastifyRequest, base: string): Request {
  const headers = fromNodeHeaders(request.headers);
  for (const name of CONNECTION_HEADERS) headers.delete(name);
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  const { pathname, search } = new URL(request.url, base);
  const body = bodyFor(pathname, bodyOf(request));
  const below = base.slice(0, -'/api/auth'.length);
  return new Request(below + pathOf(pathname) + search, { method: request.method, headers, body });
}

function bodyOf({ method, body }: FastifyRequest): string | null {
  return method === 'GET' || typeof body !== 'string' ? null : body;
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.status(response.status);
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (response.status >= 400) reply.header('cache-control', 'no-store');
  const body = await response.text();
  if (response.status === 429) {
    const secondsLeft = Number(response.headers.get('x-retry-after') ?? 1);
    // The library has other numbers for some routes and does not say which.
    announceLimit(reply, { name: 'auth.requests', left: 0, secondsLeft });
    return tooMany(reply, secondsLeft);
  }
  if (body === '' && response.status >= 400) return reply.type('application/json').send(standardError(response.status));
  return reply.send(response.status === 403 ? withRemedy(body) : body || undefined);
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return reply.status(404).header('cache-control', 'no-store').type('application/json').send(standardError(404));
}

function sendUnknownProvider(reply: FastifyReply): FastifyReply {
  const body = { message: 'There is no provider with this id.', code: 'PROVIDER_CONFIG_NOT_FOUND' };
  return reply.status(400).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body));
}

/** `x-retry-after` is the library's older header, for clients that know it. */
function tooMany(reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  const seconds = String(retryAfterSeconds);
  return reply
    .headers({ 'retry-after': seconds, 'x-retry-after': seconds })
    .type('application/json')
    .send(JSON.stringify({ message: 'Too many requests. Please try again later.', code: 'TOO_MANY_REQUESTS' }));
}

/** The library sends an empty body where it has no route. */
function standardError(status: number): string {
  const message = STATUS_CODES[status] ?? 'Error';
  return JSON.stringify({ message, code: message.toUpperCase().replaceAll(' ', '_') });
}

function withRemedy(body: string): string {
  const problem = JSON.parse(body || '{}') as { code?: string; message?: string };
  if (!REFUSED_ORIGIN_CODES.has(problem.code ?? '')) return body;
  return JSON.stringify({ ...problem, message: `${problem.message ?? 'Invalid origin'}. ${REMEDY}` });
}

const logger = new Logger('Auth');

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.name === 'AbortError' && request.raw.socket.destroyed) return reply.hijack(); // the client disconnected
  if (error instanceof AppError && error.category === 'rate_limited') {
    if (error.limit) announceLimit(reply, error.limit);
    return tooMany(reply.status(429).header('cache-control', 'no-store'), error.retryAfterSeconds ?? 1);
  }
  const { status, ...body } = describe(error);
  if (status === 500)
    logger.error(`${request.method} ${request.routeOptions.url ?? ''} failed: ${error.message}`, error.stack);
  if (status === 503) {
    const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
    void reply.header('retry-after', String(seconds ?? RETRY_AFTER_SECONDS));
  }
  endBodySoon(request, reply);
  return reply.status(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body));
}

function describe(error: FastifyError): { status: number; code: string; message: string } {
  if (error instanceof AppError)
    return error.category === 'unavailable'
      ? { status: 503, code: 'SERVICE_UNAVAILABLE', message: error.message }
      : { status: 400, code: error.code, message: error.message };
  const { statusCode = 500, code } = error;
  if (isLostConnection(error))
    return {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database does not respond. Try again in a moment.',
    };
  if (statusCode === 413) return { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'The body is too large' };
  if (statusCode === 415) return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The body must be JSON' };
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return { status: 504, code: 'TIMEOUT', message: 'The request took too long' };
  if (statusCode >= 400 && statusCode < 500)
    return { status: 400, code: 'MALFORMED_JSON', message: 'The body is not valid JSON' };
  return { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'An error occurred' };
}
