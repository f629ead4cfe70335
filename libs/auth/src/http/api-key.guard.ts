import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { requestContext } from '#libs/http-kit';
import { isId } from '#libs/kernel';
import { apiKeyFrom } from '../api-key-token.js';
import type { KeyCaller } from '../api-key.repository.js';
import { Unauthorized } from '../auth.errors.js';
import type { BearerRequest } from './api-key.strategy.js';

/** Turns the API key of a request into its actor; refuses keys that are unknown or have expired. */
@Injectable()
export class ApiKeyGuard extends AuthGuard('bearer') {
  /** The strategy also looks for tokens in query and body: it gets to see the header only. */
  override getRequest(context: ExecutionContext): BearerRequest {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const authorization = `Bearer ${apiKeyFrom(request.headers.authorization) ?? ''}`;
    return { headers: { authorization }, organizationId: organizationToRead(request) };
  }

  override handleRequest<Caller = KeyCaller>(
    error: unknown,
    found: Caller | false,
    _info: unknown,
    context: ExecutionContext,
  ): Caller {
    if (error) throw error as Error;
    if (!found) throw Unauthorized();
    const { actor, keyName, role } = found as unknown as KeyCaller;
    const request = requestContext(context);
    request.actor = actor;
    request.keyName = keyName;
    const organizationId = organizationToRead(context.switchToHttp().getRequest<FastifyRequest>());
    if (organizationId !== undefined) request.membership = { organizationId, role };
    return found;
  }
}

/**
 * The organization in the path, where the role in it may be read with the key. Only for requests without a body: one
 * that arrives slowly could otherwise be answered for a member who was removed meanwhile.
 */
function organizationToRead({ method, params }: FastifyRequest): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { organizationId } = params as { organizationId?: string };
  return isId('org', organizationId) ? organizationId : undefined;
}
