import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ServerConfig } from '#config/server';
import type { RequestContext } from '#libs/http-kit';
import { isId, type UserActor as Actor } from '#libs/kernel';
import { apiKeyFrom, apiKeyHash } from '../api-key-token.js';
import { ApiKeyRepository } from '../api-key.repository.js';
import { Forbidden, Unauthorized } from '../auth.errors.js';
import { UserRepository } from '../user.repository.js';
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
    private readonly apiKeys: ApiKeyRepository,
    private readonly users: UserRepository,
    private readonly server: ServerConfig,
    private readonly signIn: SignInLibrary,
  ) {}

  /** Sets the actor of the request, or throws. */
  async authenticate(request: FastifyRequest & RequestContext): Promise<void> {
    const { headers, method, raw } = request;
    // Rejects duplicate Authorization headers: a proxy may have validated the other one.
    if ((raw.headersDistinct['authorization']?.length ?? 0) > 1) throw Unauthorized();
    const token = apiKeyFrom(headers.authorization);
    if (token !== undefined) return this.#byKey(request, token);
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

  async #byKey(request: FastifyRequest & RequestContext, token: string): Promise<void> {
    const organizationId = organizationToRead(request);
    const caller = await this.apiKeys.authenticate(apiKeyHash(token), organizationId);
    if (!caller) throw Unauthorized();
    request.actor = caller.actor;
    request.keyName = caller.keyName;
    if (organizationId !== undefined) request.membership = { organizationId, role: caller.role };
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

/**
 * The organization in the path, where the role in it may be read with the key. Only for requests without a body: one
 * that arrives slowly could otherwise be answered for a member who was removed meanwhile.
 */
function organizationToRead({ method, params }: FastifyRequest): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const { organizationId } = params as { organizationId?: string };
  return isId('org', organizationId) ? organizationId : undefined;
}
