import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';

/**
 * Headers of every response to a person who opens a link: nobody stores it, no search engine lists it, and pages that
 * are opened from it do not learn its address.
 */
export const PUBLIC_RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
} as const;

/** Sets these headers on all responses of a controller: `@UseInterceptors(PublicResponses)`. */
@Injectable()
export class PublicResponses implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<FastifyReply>().headers(PUBLIC_RESPONSE_HEADERS);
    return next.handle();
  }
}
