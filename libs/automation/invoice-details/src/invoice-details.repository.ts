import { Injectable } from '@nestjs/common';
import { anyOf, asJson, kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DetailFinding } from './detector/detail-finding.js';
import type { InvoiceDetailsTables } from './invoice-details.schema.js';

/** A value that was found and set, as it was then. */
export interface StoredFinding extends DetailFinding {
  propertyId: string;
}

/** The statements on the setting and the findings. */
@Injectable()
export class InvoiceDetailsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async isEnabled({ organizationId }: OrganizationScope, tx?: Transaction): Promise<boolean> {
    const row = await kyselyOf<InvoiceDetailsTables>(tx ?? this.unitOfWork)
      .selectFrom('invoice_details_setting')
      .select('is_enabled')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return row?.is_enabled ?? false;
  }

  async saveEnabled(tx: Transaction, { organizationId }: OrganizationScope, isEnabled: boolean): Promise<void> {
    await kyselyOf<InvoiceDetailsTables>(tx)
      .insertInto('invoice_details_setting')
      .values({ organization_id: organizationId, is_enabled: isEnabled })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ is_enabled: isEnabled }))
      .execute();
  }

  /** The pairs of these documents and properties for which a value was found before, as `document property`. */
  async known(
    tx: Transaction,
    documentIds: readonly string[],
    propertyIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const rows = await kyselyOf<InvoiceDetailsTables>(tx)
      .selectFrom('invoice_detail_finding')
      .select(['document_id as documentId', 'property_id as propertyId'])
      .where('document_id', '=', anyOf(documentIds))
      .where('property_id', '=', anyOf(propertyIds))
      .execute();
    return new Set(rows.map(({ documentId, propertyId }) => `${documentId} ${propertyId}`));
  }

  /** The caller holds the lock of the document. */
  async save(tx: Transaction, documentId: string, findings: readonly StoredFinding[]): Promise<void> {
    if (findings.length === 0) return;
    await kyselyOf<InvoiceDetailsTables>(tx)
      .insertInto('invoice_detail_finding')
      .values(
        findings.map(({ propertyId, value, foundIn, line, excerpt, confidence }) => ({
          ...{ document_id: documentId, property_id: propertyId, value: asJson(value) },
          ...{ found_in: foundIn, line, excerpt, confidence },
        })),
      )
      .onConflict((conflict) => conflict.columns(['document_id', 'property_id']).doNothing())
      .execute();
  }

  /** Forgets that values were found, so that they may be found again. The caller holds the lock of the document. */
  async remove(tx: Transaction, documentId: string, propertyIds: readonly string[]): Promise<void> {
    await kyselyOf<InvoiceDetailsTables>(tx)
      .deleteFrom('invoice_detail_finding')
      .where('document_id', '=', documentId)
      .where('property_id', '=', anyOf(propertyIds))
      .execute();
  }

  /** What was found for a document, whatever its values are now. */
  async ofDocument(documentId: string): Promise<StoredFinding[]> {
    return kyselyOf<InvoiceDetailsTables>(this.unitOfWork)
      .selectFrom('invoice_detail_finding')
      .select(['property_id as propertyId', 'value', 'found_in as foundIn', 'line', 'excerpt', 'confidence'])
      .where('document_id', '=', documentId)
      .execute();
  }
}
