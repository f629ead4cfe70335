import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#libs/database';

export const CUSTOM_PROPERTY_TYPES = [
  'text',
  'number',
  'date',
  'boolean',
  'select',
  'multi_select',
  'user_relation',
  'document_relation',
] as const;
export type CustomPropertyType = (typeof CUSTOM_PROPERTY_TYPES)[number];

export const customProperty = defineEntity({
  name: 'CustomProperty',
  tableName: 'custom_property',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    name: textColumn(),
    /** The letters and digits of the name in lower case: the name of the property in searches. */
    key: textColumn(),
    description: textColumn().nullable(),
    type: textColumn().$type<CustomPropertyType>(),
    displayOrder: p.integer(),
  },
});

export const customPropertyOption = defineEntity({
  name: 'CustomPropertyOption',
  tableName: 'custom_property_option',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    propertyId: idColumn(),
    name: textColumn(),
    key: textColumn(),
    displayOrder: p.integer(),
  },
});

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

export interface CustomPropertyTables {
  custom_property: InferKyselyTable<typeof customProperty>;
  custom_property_option: InferKyselyTable<typeof customPropertyOption>;
  document_custom_property: InferKyselyTable<typeof documentCustomProperty>;
}
