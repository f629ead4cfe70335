export * from './custom-properties.errors.js';
export * from './custom-properties.events.js';
export {
  CustomPropertiesService,
  type CustomPropertyChanges,
  type NewCustomProperty,
} from './custom-properties.service.js';
export {
  CustomPropertyRepository,
  type CustomProperty,
  type CustomPropertyOption,
  type CustomPropertyRow,
  type KeptProperty,
} from './custom-property.repository.js';
export { MOST_OPTIONS } from './custom-property.schema.js';
export { CUSTOM_PROPERTY_TYPES, offersOptions, type CustomPropertyType } from './custom-property-type.js';
export { PROPERTY_ROLE_NAMES, PROPERTY_ROLES, ROLE_OF_KEY, type PropertyRole } from './property-roles.js';
export { PropertyOptions, type CountedOption } from './property-options.service.js';
export { PropertyUsers, type NamedUser } from './property-users.repository.js';
export {
  documentProperties,
  propertiesOf,
  propertyValuesOf,
  type PropertiesInRow,
  type ValuesInRow,
  PropertyValues,
  type DocumentProperty,
  type OptionValue,
  type RelatedDocumentValue,
  type ShownValue,
  type UserValue,
} from './property-values.repository.js';
export { PropertiesModule } from './properties.module.js';
