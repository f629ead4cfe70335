import { defineError } from '#ground/kernel';

export const TagNotFound = defineError('tags.not_found', 'not_found', 'Tag not found.');
export const TagAlreadyExists = defineError('tags.already_exists', 'conflict', 'A tag with this name already exists.');
export const TagParentNotFound = defineError(
  'tags.parent_not_found',
  'invalid',
  'The tag above this tag does not exist.',
);
export const TagInItself = defineError('tags.in_itself', 'invalid', 'A tag cannot be below itself.');
export const TagTooDeep = defineError('tags.too_deep', 'invalid', 'Tags have at most 5 levels.');
export const TagLimitReached = defineError(
  'tags.organization_limit_reached',
  'forbidden',
  'The organization has as many tags as it may have (setting MAX_TAGS_PER_ORGANIZATION).',
);
