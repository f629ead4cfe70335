import { defineError } from '#ground/kernel';

export const TagNotFound = defineError('tags.not_found', 'not_found', 'Tag not found.');
export const TagAlreadyExists = defineError('tags.already_exists', 'conflict', 'A tag with this name already exists.');
export const TagLimitReached = defineError(
  'tags.organization_limit_reached',
  'forbidden',
  'The organization has as many tags as it may have (setting MAX_TAGS_PER_ORGANIZATION).',
);
