export { CUSTOM_PROPERTY_TYPES, type CustomPropertyType } from './custom-property.schema.js';
