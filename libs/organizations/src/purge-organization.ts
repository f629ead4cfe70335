import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { EventRepository } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
import { OrganizationRepository } from './organization.repository.js';

const EVENTS_CHUNK = 5_000;

/** Removes deleted organizations permanently. The caller has purged their documents. */
@Injectable()
export class PurgeOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly events: EventRepository,
  ) {}

  /** Ids of organizations whose restore period has expired (database time), the most overdue first. */
  due(): Promise<string[]> {
    return this.organizations.findPurgeDue();
  }

  /**
   * Removes an organization without documents. Returns false when it has documents, or when no purge is due. Its events
   * are removed first, in chunks: together with the row they would be removed by one long statement.
   */
  async execute(ctx: OrganizationContext, signal: AbortSignal): Promise<boolean> {
    for (let removed = EVENTS_CHUNK; removed === EVENTS_CHUNK;) {
      signal.throwIfAborted();
      removed = await this.events.removeOldest(ctx, EVENTS_CHUNK);
    }
    return this.unitOfWork.run((tx) => this.organizations.remove(tx, ctx));
  }
}
