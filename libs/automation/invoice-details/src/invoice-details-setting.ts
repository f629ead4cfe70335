import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { CustomPropertiesService } from '#archive/properties';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationUpdated } from '#people/organizations';
import { DETAIL_NAMES } from './detector/detail-finding.js';
import { InvoiceDetailsRepository } from './invoice-details.repository.js';

/** Whether an organization has details of invoices found. */
@Injectable()
export class InvoiceDetailsSetting {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly repository: InvoiceDetailsRepository,
    private readonly properties: CustomPropertiesService,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
  ) {}

  /** False: no organization has them found, whatever it has set. */
  get isAvailable(): boolean {
    return this.config.areInvoiceDetailsEnabled;
  }

  isEnabled(ctx: OrganizationContext, tx?: Transaction): Promise<boolean> {
    return this.repository.isEnabled(ctx, tx);
  }

  /**
   * Turning it on gives the organization the properties of the roles that it has not. A property that is deleted afterwards
   * is not made again until it is turned on once more.
   */
  async change(ctx: OrganizationContext, isEnabled: boolean): Promise<void> {
    if (isEnabled) for (const role of DETAIL_NAMES) await this.properties.ensureRole(ctx, role);
    await this.unitOfWork.run(async (tx) => {
      await this.repository.saveEnabled(tx, ctx, isEnabled);
      this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields: ['settings'] });
    });
  }
}
