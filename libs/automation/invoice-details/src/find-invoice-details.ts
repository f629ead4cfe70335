import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import { dayOf, partsOf } from '#automation/date-detection';
import type { Transaction } from '#ground/database';
import { Clock, systemContext, type OrganizationContext } from '#ground/kernel';
import { detectDetails } from './detector/detect-details.js';
import type { DetailFindings } from './detector/detail-finding.js';
import { withInvoiceData } from './electronic-invoice.js';
import { FillDetails, type DetailTargets } from './fill-details.js';

/** Gives documents that were read the details of invoices that are in them, in properties that are empty. */
@Injectable()
@AfterReading({ follows: 'date' })
export class FindInvoiceDetails implements RunsAfterReading {
  constructor(
    private readonly details: FillDetails,
    private readonly config: OrganizationsConfig,
    private readonly clock: Clock,
  ) {}

  async afterReading(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    documents: readonly ReadDocument[],
  ): Promise<void> {
    if (!this.config.areInvoiceDetailsEnabled) return;
    const ctx = systemContext(organizationId, 'invoice-details');
    const targets = await this.details.targets(tx, ctx);
    if (!targets) return;
    const found = new Map(documents.map((document) => [document.documentId, this.#detect(document, targets)]));
    await this.details.fill(tx, ctx, found, targets);
  }

  #detect({ extraction, fileName: name }: ReadDocument, { order }: DetailTargets): DetailFindings {
    const received = dayOf(this.clock.now());
    return withInvoiceData(extraction, () => detectDetails(partsOf(extraction.text), { name, received, order }));
  }
}
