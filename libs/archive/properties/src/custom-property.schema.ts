import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

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

/** The types whose values are options of the property. */
export function offersOptions(type: CustomPropertyType): boolean {
  return type === 'select' || type === 'multi_select';
}

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

export interface CustomPropertyTables {
  custom_property: InferKyselyTable<typeof customProperty>;
  custom_property_option: InferKyselyTable<typeof customPropertyOption>;
}
