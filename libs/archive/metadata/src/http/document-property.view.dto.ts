import type { PropertyValueView } from '#archive/documents/http';
import type { CustomPropertyType, DocumentProperty } from '#archive/properties';

export class SetPropertyView {
  propertyDefinitionId!: string;
  key!: string;
  name!: string;
  type!: CustomPropertyType;
  value!: PropertyValueView;
}

/** Empty for a property without a value. */
export function setPropertyView({ propertyId, key, name, type, value }: DocumentProperty): SetPropertyView[] {
  return value === null ? [] : [{ propertyDefinitionId: propertyId, key, name, type, value }];
}
