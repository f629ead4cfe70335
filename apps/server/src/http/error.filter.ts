import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TransientPluginError } from '@archivolt/plugin-kit';
import { isLostConnection } from '#ground/database';
import { announceLimit, endBodySoon } from '#ground/http-kit';
import { AppError, defineError, type ErrorCategory } from '#ground/kernel';

const STATUS: Record<ErrorCategory, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  timeout: 504,
  insufficient_storage: 507,
};

/** For errors without a time of their own after which a client may retry. */
const RETRY_AFTER_SECONDS = 5;

export const RouteNotFound = defineError('api.not-found', 'not_found', 'API route not found');
const TimedOut = defineError('api.timeout', 'timeout', 'The request took too long.');
const InternalError = defineError('internal.error', 'internal', 'An error occurred');
export const MalformedJson = defineError(
  'server.invalid_request.malformed_json',
  'invalid',
  'The body is not valid JSON.',
);
const BodyTooLarge = defineError('server.invalid_request.too_large', 'too_large', 'The body is too large.');
export const BadRequest = defineError('server.invalid_request', 'invalid', 'The request cannot be read.');
const DatabaseUnavailable = defineError(
  'server.database_unavailable',
  'unavailable',
  'The database does not respond. Try again in a moment.',
);

const TooManyOpenFiles = defineError(
  'server.too_many_open_files',
  'unavailable',
  'The server has too many files and connections open. Try again in a moment.',
);
const NoSpaceLeft = defineError(
  'server.no_space_left',
  'insufficient_storage',
  'There is no space left on the server. Free some space and try again.',
);

/** Codes of PostgreSQL: a NUL in a text, and a full disk. */
const UNSTORABLE_TEXT = '22021';
const DATABASE_FULL = '53100';

const logger = new Logger('Http');

/** Turns anything thrown into the one error shape. The only place that maps errors to status codes. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.socket.destroyed && isAbort(error)) return; // the client disconnected and its work was aborted
  const known = asAppError(error);
  // What was thrown as an error with a code was reported where it was found.
  if (known.category === 'internal' && known !== error) {
    const stack = error instanceof Error ? error.stack : String(error);
    logger.error(`${request.method} ${request.routeOptions.url ?? 'unknown route'} failed (${request.id})`, stack);
  }
  if (reply.sent) return;
  reply.header('cache-control', 'no-store').removeHeader('content-disposition').removeHeader('content-length');
  if (known.category === 'unavailable' || known.category === 'rate_limited')
    reply.header('retry-after', String(known.retryAfterSeconds ?? RETRY_AFTER_SECONDS));
  if (known.limit) announceLimit(reply, known.limit);
  endBodySoon(request, reply);
  void reply
    .status(STATUS[known.category])
    .type('application/json; charset=utf-8')
    .send({
      error: {
        ...known.facts,
        message: known.message,
        code: known.code,
        ...(known.details ? { details: known.details } : {}),
      },
    });
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpException) return fromStatus(error.getStatus()) ?? InternalError({ cause: error });
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof code === 'string') {
    if (code === 'FST_ERR_HANDLER_TIMEOUT') return TimedOut();
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return BodyTooLarge();
    if (code === UNSTORABLE_TEXT) return BadRequest({ cause: error });
    if (code === DATABASE_FULL) return NoSpaceLeft({ cause: error });
    if (code === 'EMFILE' || code === 'ENFILE') return TooManyOpenFiles({ cause: error });
  }
  if (error instanceof TransientPluginError) return TimedOut({ cause: error });
  if (isLostConnection(error)) return DatabaseUnavailable({ cause: error });
  return (typeof statusCode === 'number' ? fromStatus(statusCode) : undefined) ?? InternalError({ cause: error });
}

function isAbort(error: unknown): boolean {
  return (error as { name?: unknown } | undefined)?.name === 'AbortError';
}

function fromStatus(status: number): AppError | undefined {
  if (status === 404 || status === 405) return RouteNotFound();
  if (status === 413) return BodyTooLarge();
  if (status === 504) return TimedOut();
  return status >= 400 && status < 500 ? BadRequest() : undefined;
}
