import { defineEvent } from '#libs/events';

export const TagCreated = defineEvent<{ tagId: string }>('tag:created', 'A tag was created.');
export const TagUpdated = defineEvent<{ tagId: string }>(
  'tag:updated',
  'A tag was renamed, recoloured or described anew.',
);
export const TagDeleted = defineEvent<{ tagId: string }>(
  'tag:deleted',
  'A tag was deleted and taken off every document.',
);
