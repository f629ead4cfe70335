import { Injectable } from '@nestjs/common';
import { DocumentProperties } from '#archive/metadata';
import type { OrganizationContext } from '#ground/kernel';
import { InvoiceDetailsRepository, type StoredFinding } from './invoice-details.repository.js';

/** Where values of a document were found, as long as no one has changed them. */
@Injectable()
export class DocumentInvoiceDetails {
  constructor(
    private readonly repository: InvoiceDetailsRepository,
    private readonly documentProperties: DocumentProperties,
  ) {}

  /** Throws DocumentNotFound. */
  async list(ctx: OrganizationContext, documentId: string): Promise<StoredFinding[]> {
    const present = await this.documentProperties.list(ctx, documentId);
    const valueOf = new Map(present.map(({ propertyId, value }) => [propertyId, value]));
    const findings = await this.repository.ofDocument(documentId);
    const order = present.map(({ propertyId }) => propertyId);
    return findings
      .filter(({ propertyId, value }) => valueOf.get(propertyId) === value)
      .sort((one, other) => order.indexOf(one.propertyId) - order.indexOf(other.propertyId));
  }
}
