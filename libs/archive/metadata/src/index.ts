export type { DocumentTagPair } from './document-tag.repository.js';
export { ChangeTags, type TagChanges, type TagDifference } from './change-tags.js';
export { DocumentTags, type TagPairs } from './document-tags.js';
export { DocumentAlreadyHasTag } from './document-tags.errors.js';
export { DocumentTagAdded, DocumentTagRemoved } from './document-tags.events.js';
export { ChangeProperties } from './change-properties.js';
export {
  DocumentProperties,
  type OptionReplacement,
  type PropertyBatch,
  type PropertyChanges,
  type PropertyDifference,
} from './document-properties.js';
export * from './document-properties.errors.js';
export { DocumentPropertyChanged, type DocumentPropertyFacts } from './document-properties.events.js';
export { readValue, replacedIn, type StoredValue } from './stored-value.js';
export { PropertyUsage } from './property-usage.js';
export { MetadataModule } from './metadata.module.js';
