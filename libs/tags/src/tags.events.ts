import { defineEvent } from '#libs/history';

export const TagCreated = defineEvent<{ tagId: string }>('tag:created', { description: 'A tag was created.' });
export const TagUpdated = defineEvent<{ tagId: string }>('tag:updated', {
  description: 'The name, colour or description of a tag was changed.',
});
export const TagDeleted = defineEvent<{ tagId: string }>('tag:deleted', {
  description: 'A tag was deleted and removed from every document.',
});
