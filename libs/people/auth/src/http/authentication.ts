import { Injectable } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServerConfig } from '#config/server';
import type { RequestContext } from '#ground/http-kit';
import { isId, type UserActor as Actor } from '#ground/kernel';
import { apiKeyFrom } from '../api-key-token.js';
import { Forbidden, Unauthorized } from '../auth.errors.js';
import { UserRepository } from '../user.repository.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { hasArrived } from './has-arrived.js';
import { SignInLibrary } from './sign-in-library.js';
import { isTrustedOrigin } from './trusted-origins.js';

/**
 * Authenticates the caller of a request, by API key or else by session. An invalid key is refused even when the session
 * is valid. An `Authorization` header of another scheme, such as a proxy's Basic, is ignored.
 *
 * Runs before the body is received, so that only authenticated callers can make the server hold one. The guards decide
 * what the caller may do and refuse a request for which this did not run.
 */
@Injectable()
export class Authentication {
  constructor(
    private readonly apiKeyGuard: ApiKeyGuard,
    private readonly users: UserRepository,
    private readonly server: ServerConfig,
    private readonly signIn: SignInLibrary,
  ) {}

  /** Sets the actor of the request, or throws. */
  async authenticate(request: FastifyRequest & RequestContext, reply: FastifyReply): Promise<void> {
    const { headers, method, raw } = request;
    // Rejects duplicate Authorization headers: a proxy may have validated the other one.
    if ((raw.headersDistinct['authorization']?.length ?? 0) > 1) throw Unauthorized();
    if (apiKeyFrom(headers.authorization) !== undefined) {
      const { organizationId } = request.params as { organizationId?: string };
      // While a body arrives slowly, the caller may be removed from the organization: then the role is read afterwards.
      if (isId('org', organizationId) && (await hasArrived(request))) request.organizationToRead = organizationId;
      await this.apiKeyGuard.canActivate(new ExecutionContextHost([request, reply]));
      return;
    }
    const actor = headers.cookie === undefined ? undefined : await this.bySession(headers.cookie);
    if (!actor) throw Unauthorized();
    const { origin, host, 'sec-fetch-site': fetchSite } = headers;
    if (!isTrustedOrigin(this.server, { method, origin, host, fetchSite })) {
      throw Forbidden({
        message:
          'Pages of this origin may not use a session here. Set APP_BASE_URL to the address under which people reach ' +
          'this server, or add the origin to TRUSTED_ORIGINS.',
      });
    }
    request.actor = actor;
  }

  private async bySession(cookie: string): Promise<Actor | undefined> {
    // No renewal here: only the sign-in routes send the renewed cookie to the browser.
    const found = await this.signIn.auth.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: true },
    });
    if (!found) return undefined;
    const { id: sessionId, userId } = found.session;
    const standing = await this.users.standingOf(userId);
    if (!standing || standing.isDisabled) return undefined;
    return { via: 'session', userId, sessionId, isAdmin: standing.isAdmin };
  }
}
