import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { idColumn, textColumn } from '#ground/database';
import type { DetailFinding } from './detector/detail-finding.js';

/** Whether details are found for an organization; without a row they are not. */
export const invoiceDetailsSetting = defineEntity({
  name: 'InvoiceDetailsSetting',
  tableName: 'invoice_details_setting',
  properties: {
    organizationId: idColumn().primary(),
    isEnabled: p.boolean(),
  },
});

/** A value that was found and set. It stays when someone changes the value, so that it is not found again. */
export const invoiceDetailFinding = defineEntity({
  name: 'InvoiceDetailFinding',
  tableName: 'invoice_detail_finding',
  properties: {
    documentId: idColumn().primary(),
    propertyId: idColumn().primary(),
    /** As the property has it. */
    value: p.json<number | string>().columnType('jsonb'),
    foundIn: textColumn().$type<DetailFinding['foundIn']>(),
    line: p.integer(),
    excerpt: textColumn(),
    confidence: p.float(),
  },
});

export interface InvoiceDetailsTables {
  invoice_details_setting: InferKyselyTable<typeof invoiceDetailsSetting>;
  invoice_detail_finding: InferKyselyTable<typeof invoiceDetailFinding>;
}
