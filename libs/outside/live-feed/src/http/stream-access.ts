import { Injectable, Logger } from '@nestjs/common';
import { ApiKeyRepository, UserRepository } from '#people/auth';
import type { ApiKeyActor, Role, UserActor } from '#ground/kernel';
import { canSee, OrganizationRepository } from '#people/organizations';
import type { EndReason } from './end-reason.js';
import type { FeedStream } from './feed-stream.js';

interface Standing {
  sessions: ReadonlySet<string>;
  keys: ReadonlyMap<string, ApiKeyActor>;
  roles: ReadonlyMap<string, Role>;
}

/** Ends streams whose callers could not open them any more. */
@Injectable()
export class StreamAccess {
  readonly #logger = new Logger('LiveFeed');

  constructor(
    private readonly users: UserRepository,
    private readonly apiKeys: ApiKeyRepository,
    private readonly organizations: OrganizationRepository,
  ) {}

  /**
   * Sends one query for all sessions, one for all keys and one for all memberships. Returns false when it is not known
   * whether the streams are still allowed.
   */
  async check(streams: readonly FeedStream[]): Promise<boolean> {
    if (streams.length === 0) return true;
    try {
      const standing = await this.#standingOf(streams);
      for (const stream of streams) {
        const role = standing.roles.get(memberKey(stream));
        const reason = refusalOf(stream, standing, role);
        if (reason) stream.end(reason);
        else if (role) stream.changeAccess({ role, actor: actorNow(stream, standing) });
      }
      return true;
    } catch (error) {
      this.#logger.warn(`Whether open streams are still allowed could not be checked: ${(error as Error).message}`);
      return false;
    }
  }

  async #standingOf(streams: readonly FeedStream[]): Promise<Standing> {
    const actors = streams.map(({ ctx }) => ctx.actor);
    const sessionIds = actors.flatMap((actor) => (actor.via === 'session' ? [actor.sessionId] : []));
    const keyIds = actors.flatMap((actor) => (actor.via === 'api-key' ? [actor.apiKeyId] : []));
    const members = new Map(
      streams.map((stream) => [
        memberKey(stream),
        { organizationId: stream.ctx.organizationId, userId: stream.ctx.actor.userId },
      ]),
    );
    const [sessions, keys, roles] = await Promise.all([
      this.users.liveSessions([...new Set(sessionIds)]),
      this.apiKeys.findValid([...new Set(keyIds)]),
      this.organizations.rolesOf([...members.values()]),
    ]);
    return {
      sessions,
      keys: new Map(keys.map((key) => [key.apiKeyId, key])),
      roles: new Map(roles.map(({ organizationId, userId, role }) => [`${organizationId} ${userId}`, role])),
    };
  }
}

const memberKey = ({ ctx }: FeedStream): string => `${ctx.organizationId} ${ctx.actor.userId}`;

/** The same checks as those of a new request, in the same order. */
function refusalOf({ ctx }: FeedStream, { sessions, keys }: Standing, role: Role | undefined): EndReason | undefined {
  const { actor, organizationId } = ctx;
  if (actor.via === 'session') {
    if (!sessions.has(actor.sessionId)) return 'auth.unauthorized';
  } else {
    const key = keys.get(actor.apiKeyId);
    if (!key) return 'auth.unauthorized';
    if (!key.permissions.includes('events:read')) return 'auth.forbidden';
    if (key.organizationIds?.includes(organizationId) === false) return 'user.not_in_organization';
  }
  if (!role) return 'user.not_in_organization';
  return canSee({ ...ctx, role }, 'events') ? undefined : 'auth.forbidden';
}

/** The caller with the permissions that its key has now. */
function actorNow({ ctx: { actor } }: FeedStream, { keys }: Standing): UserActor {
  return (actor.via === 'api-key' ? keys.get(actor.apiKeyId) : undefined) ?? actor;
}
