export { TagAlreadyExists, TagLimitReached, TagNotFound } from './tags.errors.js';
export { TagCreated, TagDeleted, TagUpdated } from './tags.events.js';
export { isTagName } from './tag-name.js';
export { TagRepository, type KeptTag, type TagRow } from './tag.repository.js';
export { TagsModule } from './tags.module.js';
export { TagsService, type TagFields } from './tags.service.js';
