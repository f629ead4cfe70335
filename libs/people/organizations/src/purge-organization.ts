import { Injectable } from '@nestjs/common';
import { AuditLog, SealEntries } from '#ground/audit';
import { UnitOfWork, type Transaction } from '#ground/database';
import { EventRepository } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationPurged } from './organizations.audit.js';

const EVENTS_CHUNK = 5_000;

/** Removes deleted organizations permanently. The caller has purged their documents. */
@Injectable()
export class PurgeOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly events: EventRepository,
    private readonly audit: AuditLog,
    private readonly seal: SealEntries,
  ) {}

  /** Ids of organizations whose restore period has expired (database time), the most overdue first. */
  due(): Promise<string[]> {
    return this.organizations.findPurgeDue();
  }

  /**
   * Returns whether the purge is still due. Keeps others from restoring the organization until the transaction ends.
   */
  keepDue(tx: Transaction, ctx: OrganizationContext): Promise<boolean> {
    return this.organizations.lockPurgeDue(tx, ctx);
  }

  /**
   * Removes an organization without documents. Returns false when it has documents, or when no purge is due. Its events
   * are removed first, in chunks: together with the row they would be removed by one long statement. Its audit log stays:
   * all events are in it before the first is removed.
   */
  async execute(ctx: OrganizationContext, signal: AbortSignal): Promise<boolean> {
    const { organizationId } = ctx;
    await this.seal.execute(organizationId, { signal });
    for (let removed = EVENTS_CHUNK; removed === EVENTS_CHUNK;) {
      signal.throwIfAborted();
      removed = await this.events.removeOldest(ctx, EVENTS_CHUNK);
    }
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.organizations.lockPurgeDue(tx, ctx))) return false;
      await this.events.lockLog(tx, ctx);
      await this.seal.executeIn(tx, organizationId); // what was recorded since
      if (!(await this.organizations.remove(tx, ctx))) return false;
      const target = { type: 'organization', id: organizationId };
      await this.audit.record(tx, { action: OrganizationPurged, actor: ctx.actor, target });
      return true;
    });
  }
}
