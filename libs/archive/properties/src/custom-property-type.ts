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
