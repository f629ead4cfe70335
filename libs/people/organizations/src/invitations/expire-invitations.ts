import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { Changes } from '#ground/history';
import { systemContext } from '#ground/kernel';
import { OrganizationRepository } from '../organization.repository.js';
import { InvitationRepository } from './invitation.repository.js';
import { InvitationExpired } from './invitations.events.js';
import { SentInvitationRepository } from './sent-invitation.repository.js';

const CHUNK = 500;

@Injectable()
export class ExpireInvitations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly invitations: InvitationRepository,
    private readonly sent: SentInvitationRepository,
    private readonly organizations: OrganizationRepository,
    private readonly changes: Changes,
  ) {}

  /** Marks invitations that were not answered in time, and returns how many. Those of deleted organizations wait. */
  async execute(signal: AbortSignal): Promise<number> {
    await this.sent.prune();
    let expired = 0;
    let after = '';
    for (;;) {
      signal.throwIfAborted();
      const overdue = await this.invitations.overdue(after, CHUNK);
      const last = overdue.at(-1);
      if (!last) return expired;
      after = last.id;
      const live = await this.organizations.findLive(overdue.map(({ organizationId }) => organizationId));
      expired += await this.#expire(
        overdue.filter(({ organizationId }) => live.has(organizationId)).map(({ id }) => id),
      );
    }
  }

  async #expire(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    return this.unitOfWork.run(async (tx) => {
      const expired = await this.invitations.expire(tx, ids);
      for (const { id: invitationId, role, organizationId } of expired) {
        this.changes.record(tx, systemContext(organizationId, 'retention'), InvitationExpired, { invitationId, role });
      }
      return expired.length;
    });
  }
}
