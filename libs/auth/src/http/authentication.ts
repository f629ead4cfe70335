import { Inject, Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServerConfig } from '#config/server';
import type { RequestContext } from '#libs/http-kit';
import type { UserActor as Actor } from '#libs/kernel';
import { apiKeyFrom } from '../api-key-token.js';
import { Forbidden, Unauthorized } from '../auth.errors.js';
import { UserRepository } from '../user.repository.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { BETTER_AUTH, type BetterAuth } from './better-auth.js';
import { mayUseSession } from './trusted-origins.js';

/**
 * Finds out who sends a request: by API key, else by session. A key that is not valid is refused even beside a valid
 * session; an `Authorization` header that is not for us (a proxy's Basic, say) is as good as none.
 *
 * Runs before the body is received, so that only callers with a credential can make the server hold one. What the caller
 * may do is decided by the guards: they refuse a request for which this did not run.
 */
@Injectable()
export class Authentication {
  constructor(
    private readonly apiKeyGuard: ApiKeyGuard,
    private readonly users: UserRepository,
    private readonly server: ServerConfig,
    @Inject(BETTER_AUTH) private readonly auth: BetterAuth,
  ) {}

  /** Sets the actor of the request, or throws. */
  async authenticate(request: FastifyRequest & RequestContext, reply: FastifyReply): Promise<void> {
    const { headers, method, raw } = request;
    // Of two, a proxy may have looked at the other one.
    if ((raw.headersDistinct['authorization']?.length ?? 0) > 1) throw Unauthorized();
    if (apiKeyFrom(headers.authorization) !== undefined) {
      await this.apiKeyGuard.canActivate(new ExecutionContextHost([request, reply]));
      return;
    }
    const actor = headers.cookie === undefined ? undefined : await this.bySession(headers.cookie);
    if (!actor) throw Unauthorized();
    const { origin, host, 'sec-fetch-site': fetchSite } = headers;
    if (!mayUseSession(this.server, { method, origin, host, fetchSite })) {
      throw Forbidden({
        message:
          'Pages of this origin may not use a session here. Set APP_BASE_URL to the address under which people reach ' +
          'this server, or add the origin to TRUSTED_ORIGINS.',
      });
    }
    request.actor = actor;
  }

  private async bySession(cookie: string): Promise<Actor | undefined> {
    // Only the browser's own question for its session renews it: here nothing would send the renewed cookie.
    const found = await this.auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: true } });
    if (!found) return undefined;
    const { id: sessionId, userId } = found.session;
    return { via: 'session', userId, sessionId, isAdmin: await this.users.isAdministrator(userId) };
  }
}
