import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';
import type { CustomPropertyType } from './custom-property-type.js';
import type { PropertyRole } from './property-roles.js';

/** Of all properties of an organization together: lists of properties, suggestions and facets read them all. */
export const MOST_OPTIONS = 5_000;

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
    role: textColumn().$type<PropertyRole>().nullable(),
    /** Hidden in the pages; it and its values stay. */
    hidden: p.boolean(),
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
