import type { CustomProperty, CustomPropertyOption, CustomPropertyType } from '#archive/properties';
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
    options: property.options.map(optionView),
  };
}

function optionView(option: CustomPropertyOption): CustomPropertyOptionView {
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
