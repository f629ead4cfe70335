import {
  applyDecorators,
  createParamDecorator,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { revisionOf } from '#ground/kernel';

/** Read by the description of the API. */
const KEY = 'archivolt:entity-tag';

/** The revisions named by `If-Match`, for `assertRevision`; `undefined` when any revision is accepted. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string[] | undefined => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));
});

/** Sets the `ETag` of a response `{ <name>: { updatedAt, … } }`. */
class EntityTagInterceptor implements NestInterceptor {
  constructor(private readonly name: string) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((response: Record<string, { updatedAt: string }>) => {
        const thing = response[this.name];
        if (thing) void reply.header('etag', `"${revisionOf(thing.updatedAt)}"`);
        return response;
      }),
    );
  }
}

/**
 * Adds an `ETag` to the response `{ <name>: { updatedAt, … } }` that changes with every update of the resource. Only to
 * the routes that declare it: an interceptor of all routes would send every response through its observables.
 */
export const WithEntityTag = (name: string) =>
  applyDecorators(SetMetadata(KEY, name), UseInterceptors(new EntityTagInterceptor(name)));
