export { ChangeProperties } from './change-properties.js';
export {
  DocumentProperties,
  type PropertyBatch,
  type PropertyChanges,
  type PropertyDifference,
} from './document-properties.js';
export * from './document-properties.errors.js';
export { DocumentPropertyChanged, type DocumentPropertyFacts } from './document-properties.events.js';
export { DocumentPropertiesModule } from './document-properties.module.js';
export type { StoredValue } from './stored-value.js';
export { PropertyUsage } from './property-usage.js';
