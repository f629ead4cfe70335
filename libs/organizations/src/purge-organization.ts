import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { OrganizationRepository } from './organization.repository.js';

const EVENTS_CHUNK = 5_000;

/** Removes deleted organizations for good. Their documents are removed before, by those who know documents. */
@Injectable()
export class PurgeOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
  ) {}

  /** Ids of organizations whose time to be restored is over (database time), the most overdue first. */
  due(): Promise<string[]> {
    return this.organizations.findPurgeDue();
  }

  /** Removes an organization without documents. False when it has some, or is not to be purged. */
  async execute(organizationId: string, signal: AbortSignal): Promise<boolean> {
    for (let removed = EVENTS_CHUNK; removed === EVENTS_CHUNK;) {
      signal.throwIfAborted();
      removed = await this.unitOfWork.run((tx) => this.organizations.removeEvents(tx, organizationId, EVENTS_CHUNK));
    }
    return this.unitOfWork.run((tx) => this.organizations.remove(tx, organizationId));
  }
}
