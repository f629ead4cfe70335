import { defineError } from '#ground/kernel';

export const PropertyValueInvalid = defineError(
  'custom_property_value.invalid',
  'invalid',
  'The value does not fit the type of the custom property.',
);
export const PropertyOptionNotFound = defineError(
  'custom_property_select_option.not_found',
  'invalid',
  'The value names an option that the custom property does not have.',
);
export const PropertyUserNotFound = defineError(
  'custom_property_value.user_not_found',
  'invalid',
  'The value names a user that is not a member of the organization.',
);
export const RelatedDocumentNotFound = defineError(
  'custom_property_value.related_document_not_found',
  'invalid',
  'The value names a document that the organization does not have.',
);
