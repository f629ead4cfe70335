import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { requestContext, type RequestContext } from '#ground/http-kit';
import { apiKeyFrom } from '../api-key-token.js';
import { Unauthorized } from '../auth.errors.js';
import type { BearerRequest, CallerOfRequest } from './api-key.strategy.js';

/** Turns the API key of a request into its actor; refuses keys that are unknown or have expired. */
@Injectable()
export class ApiKeyGuard extends AuthGuard('bearer') {
  /** The strategy also looks for tokens in query and body: it gets to see the header only. */
  override getRequest(context: ExecutionContext): BearerRequest {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const authorization = `Bearer ${apiKeyFrom(request.headers.authorization) ?? ''}`;
    return { headers: { authorization }, organizationId: (request as RequestContext).organizationToRead };
  }

  override handleRequest<Caller = CallerOfRequest>(
    error: unknown,
    found: Caller | false,
    _info: unknown,
    context: ExecutionContext,
  ): Caller {
    if (error) throw error as Error;
    if (!found) throw Unauthorized();
    const { actor, keyName, membership } = found as unknown as CallerOfRequest;
    const request = requestContext(context);
    request.actor = actor;
    request.keyName = keyName;
    if (membership) request.membership = membership;
    return found;
  }
}
