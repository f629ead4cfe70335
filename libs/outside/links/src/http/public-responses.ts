import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { PUBLIC_RESPONSE_HEADERS } from '#outside/links';

/** Sets the headers of visitors on all responses of a controller: `@UseInterceptors(PublicResponses)`. */
@Injectable()
export class PublicResponses implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    context.switchToHttp().getResponse<FastifyReply>().headers(PUBLIC_RESPONSE_HEADERS);
    return next.handle();
  }
}
