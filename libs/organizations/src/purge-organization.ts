import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { EventRepository } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
import { OrganizationRepository } from './organization.repository.js';

const EVENTS_CHUNK = 5_000;

/** Removes deleted organizations for good. Their documents are removed before, by those who know documents. */
@Injectable()
export class PurgeOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly events: EventRepository,
  ) {}

  /** Ids of organizations whose time to be restored is over (database time), the most overdue first. */
  due(): Promise<string[]> {
    return this.organizations.findPurgeDue();
  }

  /**
   * Removes an organization without documents. Returns false when it has some, or is not to be purged. Its events are
   * removed before, in chunks: with the row they would be removed by one long statement.
   */
  async execute(ctx: OrganizationContext, signal: AbortSignal): Promise<boolean> {
    for (let removed = EVENTS_CHUNK; removed === EVENTS_CHUNK;) {
      signal.throwIfAborted();
      removed = await this.events.removeOldest(ctx, EVENTS_CHUNK);
    }
    return this.unitOfWork.run((tx) => this.organizations.remove(tx, ctx));
  }
}
