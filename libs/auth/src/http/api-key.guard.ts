import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { requestContext } from '#libs/http-kit';
import type { UserActor as Actor } from '#libs/kernel';
import { apiKeyFrom } from '../api-key-token.js';
import { Unauthorized } from '../auth.errors.js';

interface BearerRequest {
  headers: { authorization: string };
}

/** Turns the API key of a request into its actor; refuses keys that are unknown or have expired. */
@Injectable()
export class ApiKeyGuard extends AuthGuard('bearer') {
  /** The strategy also looks for tokens in query and body: it gets to see the header only. */
  override getRequest(context: ExecutionContext): BearerRequest {
    const { headers } = context.switchToHttp().getRequest<{ headers: { authorization?: string } }>();
    return { headers: { authorization: `Bearer ${apiKeyFrom(headers.authorization) ?? ''}` } };
  }

  override handleRequest<User = Actor>(
    error: unknown,
    actor: User | false,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error as Error;
    if (!actor) throw Unauthorized();
    requestContext(context).actor = actor as unknown as Actor;
    return actor;
  }
}
