import type { CustomProperty, CustomPropertyOption, CustomPropertyType, PropertyRole } from '#archive/properties';
import type { DateTime, Integer } from '#ground/http-kit';

export class CustomPropertyOptionView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  propertyDefinitionId!: string;
  name!: string;
  /** The letters and digits of the name in lower case, for searches. */
  key!: string;
  displayOrder!: Integer;
}

export class CountedOptionView extends CustomPropertyOptionView {
  /** Active documents that have it. */
  documentsCount!: Integer;
}

export class CustomPropertyView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  name!: string;
  /** The letters and digits of the name in lower case: the name of the property in searches. */
  key!: string;
  description!: string | null;
  type!: CustomPropertyType;
  config!: null;
  displayOrder!: Integer;
  /** What the server itself knows about the property; null for most. */
  role!: PropertyRole | null;
  /** Whether the pages leave it out. */
  hidden!: boolean;
  /** Empty for types without options. */
  options!: CustomPropertyOptionView[];
}

export function customPropertyView(property: CustomProperty): CustomPropertyView {
  return {
    id: property.id,
    createdAt: property.createdAt.toISOString(),
    updatedAt: property.updatedAt.toISOString(),
    organizationId: property.organizationId,
    name: property.name,
    key: property.key,
    description: property.description,
    type: property.type,
    config: null,
    displayOrder: property.displayOrder,
    role: property.role,
    hidden: property.hidden,
    options: property.options.map(optionView),
  };
}

export function optionView(option: CustomPropertyOption): CustomPropertyOptionView {
  return {
    id: option.id,
    createdAt: option.createdAt.toISOString(),
    updatedAt: option.updatedAt.toISOString(),
    propertyDefinitionId: option.propertyId,
    name: option.name,
    key: option.key,
    displayOrder: option.displayOrder,
  };
}
