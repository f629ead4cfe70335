import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { accessOf, requestContext, type Actor } from '#libs/http-kit';
import { apiKeyFrom } from '../api-key-token.js';
import { UserRepository } from '../user.repository.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { BETTER_AUTH, type BetterAuth } from './better-auth.js';

/**
 * Finds out who sends a request: by API key, else by session. A key that is not valid is refused even beside a valid
 * session; an `Authorization` header that is not for us (a proxy's Basic, say) is as good as none.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly apiKeyGuard: ApiKeyGuard,
    private readonly users: UserRepository,
    @Inject(BETTER_AUTH) private readonly auth: BetterAuth,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (accessOf(this.reflector, context)?.kind === 'public') return true;
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (apiKeyFrom(headers.authorization) !== undefined)
      return this.apiKeyGuard.canActivate(context) as Promise<boolean>;
    if (headers.cookie === undefined) return true;
    const actor = await this.bySession(headers.cookie);
    if (actor) requestContext(context).actor = actor;
    return true;
  }

  private async bySession(cookie: string): Promise<Actor | undefined> {
    // Only the browser's own question for its session renews it: here nothing would send the renewed cookie.
    const found = await this.auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
    if (!found) return undefined;
    const { id: sessionId, userId } = found.session;
    return { via: 'session', userId, sessionId, isAdmin: await this.users.isAdministrator(userId) };
  }
}
