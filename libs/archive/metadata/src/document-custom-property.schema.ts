import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** One value; only the column of the type of the property is set. */
export const documentCustomProperty = defineEntity({
  name: 'DocumentCustomProperty',
  tableName: 'document_custom_property',
  properties: {
    documentId: idColumn().primary(),
    propertyId: idColumn().primary(),
    position: p.integer().primary(),
    textValue: textColumn().nullable(),
    numberValue: p.double().nullable(),
    dateValue: dateColumn().nullable(),
    booleanValue: p.boolean().nullable(),
    optionId: idColumn().nullable(),
    userId: idColumn().nullable(),
    relatedDocumentId: idColumn().nullable(),
  },
});

export interface DocumentPropertyTables {
  document_custom_property: InferKyselyTable<typeof documentCustomProperty>;
}
