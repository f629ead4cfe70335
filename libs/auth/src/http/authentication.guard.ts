import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ServerConfig } from '#config/server';
import { accessOf, requestContext, type Actor } from '#libs/http-kit';
import { apiKeyFrom } from '../api-key-token.js';
import { Forbidden, Unauthorized } from '../auth.errors.js';
import { UserRepository } from '../user.repository.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { BETTER_AUTH, type BetterAuth } from './better-auth.js';
import { mayUseSession } from './trusted-origins.js';

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
    private readonly server: ServerConfig,
    @Inject(BETTER_AUTH) private readonly auth: BetterAuth,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (accessOf(this.reflector, context)?.kind === 'public') return true;
    const { headers, method, raw } = context.switchToHttp().getRequest<FastifyRequest>();
    // Of two, a proxy may have looked at the other one.
    if ((raw.headersDistinct['authorization']?.length ?? 0) > 1) throw Unauthorized();
    if (apiKeyFrom(headers.authorization) !== undefined)
      return this.apiKeyGuard.canActivate(context) as Promise<boolean>;
    if (headers.cookie === undefined) return true;
    const actor = await this.bySession(headers.cookie);
    if (!actor) return true;
    if (!mayUseSession(this.server, { method, origin: headers.origin, host: headers.host })) {
      throw Forbidden({
        message:
          'Pages of this origin may not use a session here. Set APP_BASE_URL to the address under which people reach ' +
          'this server, or add the origin to TRUSTED_ORIGINS.',
      });
    }
    requestContext(context).actor = actor;
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
