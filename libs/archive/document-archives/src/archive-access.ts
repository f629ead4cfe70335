import { Injectable } from '@nestjs/common';
import { ApiKeyRepository, UserRepository } from '#people/auth';
import type { OrganizationContext } from '#ground/kernel';
import { canSee, OrganizationRepository } from '#people/organizations';

/** Decides while an archive is made whether its caller may still read documents: that takes longer than a request. */
@Injectable()
export class ArchiveAccess {
  constructor(
    private readonly users: UserRepository,
    private readonly apiKeys: ApiKeyRepository,
    private readonly organizations: OrganizationRepository,
  ) {}

  /** The same checks as those of a request. An archive that is prepared does not need the session that requested it. */
  async mayRead(ctx: OrganizationContext, { needsSession }: { needsSession: boolean }): Promise<boolean> {
    const { actor, organizationId } = ctx;
    if (actor.via === 'system') return true;
    const { userId } = actor;
    const [[member], isKnown] = await Promise.all([
      this.organizations.rolesOf([{ organizationId, userId }]),
      actor.via === 'api-key' ? this.#hasKey(ctx, actor.apiKeyId) : !needsSession || this.#hasSession(actor.sessionId),
    ]);
    return isKnown && member !== undefined && canSee({ ...ctx, role: member.role }, 'documents');
  }

  async #hasSession(sessionId: string): Promise<boolean> {
    return (await this.users.liveSessions([sessionId])).has(sessionId);
  }

  async #hasKey({ organizationId }: OrganizationContext, apiKeyId: string): Promise<boolean> {
    const [key] = await this.apiKeys.findValid([apiKeyId]);
    return (
      key?.permissions.includes('documents:read') === true && key.organizationIds?.includes(organizationId) !== false
    );
  }
}
