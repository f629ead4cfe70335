import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import { DocumentProperties } from '#archive/metadata';
import { CustomPropertyRepository } from '#archive/properties';
import { orderOf, partsOf } from '#automation/date-detection';
import type { Transaction } from '#ground/database';
import { Clock, systemContext, type OrganizationContext } from '#ground/kernel';
import { OrganizationSettings } from '#people/organizations';
import { detectDetails } from './detector/detect-details.js';
import { DETAIL_NAMES, type DetailFindings } from './detector/detail-finding.js';
import { invoiceDataOf } from './electronic-invoice.js';
import { InvoiceDetailsRepository, type StoredFinding } from './invoice-details.repository.js';
import { InvoiceDetailsSetting } from './invoice-details-setting.js';

/** Gives documents that were read the details of invoices that are in them, in properties that are empty. */
@Injectable()
@AfterReading({ follows: 'date' })
export class FindInvoiceDetails implements RunsAfterReading {
  constructor(
    private readonly repository: InvoiceDetailsRepository,
    private readonly setting: InvoiceDetailsSetting,
    private readonly properties: CustomPropertyRepository,
    private readonly documentProperties: DocumentProperties,
    private readonly settings: OrganizationSettings,
    private readonly config: OrganizationsConfig,
    private readonly clock: Clock,
  ) {}

  /** An organization that has not turned it on costs one statement for all its documents. */
  async afterReading(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    documents: readonly ReadDocument[],
  ): Promise<void> {
    if (!this.config.areInvoiceDetailsEnabled) return;
    const ctx = systemContext(organizationId, 'invoice-details');
    if (!(await this.setting.isEnabled(ctx, tx))) return;
    const propertyOf = await this.properties.idsOfRoles(tx, ctx, DETAIL_NAMES);
    if (propertyOf.size === 0) return;
    const detection = await this.settings.dateDetection(ctx, tx);
    const ids = documents.map(({ documentId }) => documentId);
    const known = await this.repository.known(tx, ids, [...propertyOf.values()]);
    for (const document of documents) {
      const { documentId } = document;
      const found = this.#detect(document, orderOf(detection));
      const wanted = DETAIL_NAMES.flatMap((name): StoredFinding[] => {
        const [finding, propertyId] = [found[name], propertyOf.get(name)];
        const isNew = finding && propertyId !== undefined && !known.has(`${documentId} ${propertyId}`);
        return isNew ? [{ ...finding, propertyId }] : [];
      });
      await this.#set(tx, ctx, documentId, wanted);
    }
  }

  /** Only what was empty gets a finding: the rest is someone's own. */
  async #set(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    wanted: readonly StoredFinding[],
  ): Promise<void> {
    if (wanted.length === 0) return;
    const set = wanted.map(({ propertyId, value }) => ({ propertyId, value }));
    const changed = await this.documentProperties.changeWhatFits(
      tx,
      ctx,
      { documentIds: [documentId], set },
      { onlyEmpty: true },
    );
    const after = new Map(changed.map((difference) => [difference.propertyId, difference.after]));
    const findings = wanted.flatMap((finding) => {
      const value = after.get(finding.propertyId);
      return typeof value === 'number' || typeof value === 'string' ? [{ ...finding, value }] : [];
    });
    await this.repository.save(tx, documentId, findings);
  }

  /** What the data of an electronic invoice says is exact; its text is looked at for the rest. */
  #detect({ extraction, fileName: name }: ReadDocument, order: ReturnType<typeof orderOf>): DetailFindings {
    const data = invoiceDataOf(extraction);
    if (data === 'several') return {};
    const received = this.clock.now().toISOString().slice(0, 10);
    return { ...detectDetails(partsOf(extraction.text), { name, received, order }), ...data };
  }
}
