export { TagAlreadyExists, TagLimitReached, TagNotFound, TagParentNotFound, TagTooDeep } from './tags.errors.js';
export { TagCreated, TagDeleted, TagUpdated } from './tags.events.js';
export { isTagName } from './tag-name.js';
export {
  TagRepository,
  tagRowsOf,
  keptTag,
  tagsOf,
  type KeptTag,
  type TagRow,
  type TagsInRow,
} from './tag.repository.js';
export { TagCounts } from './tag-counts.repository.js';
export { TagsModule } from './tags.module.js';
export { TagsService, type TagFields } from './tags.service.js';
