import {
  createParamDecorator,
  Injectable,
  SetMetadata,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { revisionOf } from '#libs/kernel';

const KEY = 'archivolt:entity-tag';

/** Adds an `ETag` to the response `{ <name>: { updatedAt, … } }` that changes with every update of the resource. */
export const WithEntityTag = (name: string) => SetMetadata(KEY, name);

/** The revisions named by `If-Match`, for `assertRevision`; `undefined` when any revision is accepted. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): string[] | undefined => {
  const header = context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'));
});

/** Sets the `ETag` on routes with {@link WithEntityTag}. */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const name = this.reflector.get<string | undefined>(KEY, context.getHandler());
    if (name === undefined) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((response: Record<string, { updatedAt: string }>) => {
        const thing = response[name];
        if (thing) void reply.header('etag', `"${revisionOf(thing.updatedAt)}"`);
        return response;
      }),
    );
  }
}
