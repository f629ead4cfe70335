import { defineError, type AppError } from '#ground/kernel';
import { MOST_OPTIONS } from './custom-property.schema.js';

export const CustomPropertyNotFound = defineError(
  'custom_property_definition.not_found',
  'not_found',
  'Custom property not found.',
);
export const CustomPropertyAlreadyExists = defineError(
  'custom_property_definition.already_exists',
  'conflict',
  'A custom property with this name already exists. Names that differ only in case, spaces or punctuation are the same.',
);
export const CustomPropertyLimitReached = defineError(
  'custom_property_definition.organization_limit_reached',
  'forbidden',
  'The organization has as many custom properties as it may have (setting MAX_CUSTOM_PROPERTIES_PER_ORGANIZATION).',
);
export const CustomPropertyOptionLimitReached = (): AppError =>
  CustomPropertyLimitReached({
    message: `The custom properties of the organization may have at most ${MOST_OPTIONS} options together. Delete others first.`,
  });
export const CustomPropertyUpdateInvalid = defineError(
  'custom_property_definition.invalid_update',
  'invalid',
  'This change of a custom property is not valid.',
);
export const CustomPropertyOptionUnknown = defineError(
  'custom_property_select_option.unknown_id',
  'invalid',
  'An option with an id must be an option of this custom property. Leave out the id of a new option.',
);
export const CustomPropertyOptionNotFound = defineError(
  'custom_property_select_option.unknown',
  'not_found',
  'The custom property does not have this option.',
);
export const CustomPropertyOptionExists = defineError(
  'custom_property_select_option.already_exists',
  'conflict',
  'An option with this name already exists.',
);
