import { Injectable } from '@nestjs/common';
import { OrganizationsConfig, type DateDetection } from '#config/organizations';
import { SearchConfig } from '#config/search';
import {
  AfterReading,
  DocumentDates,
  type FoundDate,
  type ReadDocument,
  type RunsAfterReading,
} from '#archive/documents';
import type { Transaction } from '#ground/database';
import { Clock, systemContext, type OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { detectDate, type Detection } from './detector/detect-date.js';
import { isMail } from './detector/mail-date.js';
import { partsOf } from './detector/text-lines.js';
import type { DateOrder } from './detector/written-dates.js';

/** Gives documents that were read the date that is in them, unless they have one. */
@Injectable()
@AfterReading('date')
export class FindDates implements RunsAfterReading {
  constructor(
    private readonly dates: DocumentDates,
    private readonly settings: OrganizationSettings,
    private readonly config: OrganizationsConfig,
    private readonly search: SearchConfig,
    private readonly clock: Clock,
  ) {}

  /** Documents without any date cost no statement. */
  async afterReading(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    documents: readonly ReadDocument[],
  ): Promise<void> {
    const { dateDetection } = this.config;
    if (dateDetection === 'off') return;
    const order = orderOf(dateDetection);
    const read = documents.map((document) => ({ document, detection: this.#detect(document, order) }));
    if (!read.some(({ detection: { finding, dependsOnOrder } }) => finding ?? dependsOnOrder)) return;
    const ctx = systemContext(organizationId, 'date-detection');
    const ofOrganization = await this.settings.dateDetection(ctx, tx);
    if (ofOrganization === 'off') return;
    const found = new Map<string, FoundDate>();
    for (const { document, detection } of read) {
      const isOther = detection.dependsOnOrder && ofOrganization !== dateDetection;
      const { finding } = isOther ? this.#detect(document, orderOf(ofOrganization)) : detection;
      if (finding) found.set(document.documentId, finding);
    }
    await this.dates.setFound(tx, ctx, found);
  }

  #detect({ extraction, fileName: name }: ReadDocument, order: DateOrder | undefined): Detection {
    const mailTimeZone = isMail(extraction.detectedType) ? this.search.timeZone : undefined;
    return detectDate(partsOf(extraction.text), { name, received: dayOf(this.clock.now()), order, mailTimeZone });
  }
}

/** What a setting says about the order of day and month. */
export function orderOf(dateDetection: DateDetection): DateOrder | undefined {
  return dateDetection === 'auto' || dateDetection === 'off' ? undefined : dateDetection;
}

export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
