export type { DocumentTagPair } from './document-tag.repository.js';
export { ChangeTags, type TagChanges, type TagDifference } from './change-tags.js';
export { DocumentTags, type TagPairs } from './document-tags.js';
export { DocumentAlreadyHasTag } from './document-tags.errors.js';
export { DocumentTagAdded, DocumentTagRemoved } from './document-tags.events.js';
export { DocumentTagsModule } from './document-tags.module.js';
