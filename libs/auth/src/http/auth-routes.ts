import { STATUS_CODES } from 'node:http';
import { Logger } from '@nestjs/common';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLostConnection } from '#libs/database';
import { CLIENT_ADDRESS_HEADER, type BetterAuth } from './better-auth.js';
import { Turns } from './turns.js';

/** These headers describe the connection, not the message that is passed on. */
const CONNECTION_HEADERS = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]);
const REFUSED_ORIGIN_CODES = new Set([
  'INVALID_ORIGIN',
  'INVALID_CALLBACK_URL',
  'INVALID_REDIRECT_URL',
  'INVALID_ERROR_CALLBACK_URL',
  'INVALID_NEW_USER_CALLBACK_URL',
]);
const SIGN_UPS_AT_A_TIME = 2;
const REMEDY =
  'Set APP_BASE_URL to the address under which people reach this server, or add the origin to TRUSTED_ORIGINS.';

/**
 * Puts sign-up, sign-in and sessions at `/api/auth/*`. One raw route: Nest's guards and filters do not see it, so it
 * brings its own body parsers and error answers. Hooks of `fastify` apply when they are registered before this.
 */
export function mountAuthRoutes(fastify: FastifyInstance, auth: BetterAuth): void {
  // A sign-up holds a database connection while it hashes the password: many at once would leave none for others.
  const signUps = new Turns(SIGN_UPS_AT_A_TIME);
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const parseJson = scope.getDefaultJsonParser('error', 'error');
    scope.addContentTypeParser(/^application\/([\w.-]+\+)?json\b/i, { parseAs: 'string' }, (request, body, done) => {
      if (body.length === 0) done(null, {});
      else void parseJson(request, String(body), done);
    });
    // Kept as text: read as JSON, a form of another site could reach routes that take JSON only.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    scope.setErrorHandler(answerError);
    scope.route({
      method: ['GET', 'POST'],
      url: '/api/auth/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const message = toWebRequest(request, auth.options.baseURL);
        const isSignUp = new URL(message.url).pathname.startsWith('/api/auth/sign-up');
        const answer = isSignUp ? await signUps.take(() => auth.handler(message)) : await auth.handler(message);
        return sendAnswer(reply, answer);
      },
    });
  });
}

function toWebRequest(request: FastifyRequest, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || CONNECTION_HEADERS.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  const { pathname, search } = new URL(request.url, origin);
  return new Request(new URL(pathname + search, origin), { method: request.method, headers, body: bodyOf(request) });
}

function bodyOf({ method, body }: FastifyRequest): string | null {
  if (method === 'GET' || body === undefined || body === null) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

async function sendAnswer(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  reply.status(answer.status);
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  if (answer.status >= 400) reply.header('cache-control', 'no-store');
  const body = await answer.text();
  if (body === '' && answer.status >= 400) return reply.type('application/json').send(withoutWords(answer.status));
  return reply.send(answer.status === 403 ? withRemedy(body) : body || undefined);
}

/** The library says nothing where it has no route. */
function withoutWords(status: number): string {
  const message = STATUS_CODES[status] ?? 'Error';
  return JSON.stringify({ message, code: message.toUpperCase().replaceAll(' ', '_') });
}

function withRemedy(body: string): string {
  const problem = JSON.parse(body || '{}') as { code?: string; message?: string };
  if (!REFUSED_ORIGIN_CODES.has(problem.code ?? '')) return body;
  return JSON.stringify({ ...problem, message: `${problem.message ?? 'Invalid origin'}. ${REMEDY}` });
}

const logger = new Logger('Auth');

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, ...body } = describe(error);
  if (status === 500)
    logger.error(`${request.method} ${request.routeOptions.url ?? ''} failed: ${error.message}`, error.stack);
  if (status === 503) void reply.header('retry-after', '5');
  return reply.status(status).header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body));
}

function describe(error: FastifyError): { status: number; code: string; message: string } {
  const { statusCode = 500, code } = error;
  if (isLostConnection(error))
    return {
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database does not answer. Try again in a moment.',
    };
  if (statusCode === 413) return { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'The body is too large' };
  if (statusCode === 415) return { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'The body must be JSON' };
  if (code === 'FST_ERR_HANDLER_TIMEOUT') return { status: 504, code: 'TIMEOUT', message: 'The request took too long' };
  if (statusCode >= 400 && statusCode < 500)
    return { status: 400, code: 'MALFORMED_JSON', message: 'The body is not valid JSON' };
  return { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'An error occurred' };
}
