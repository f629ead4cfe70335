import { defineEvent } from '#ground/history';

/** `name`: after the change; of a deleted tag, the last one. */
export interface TagFacts {
  tagId: string;
  name: string;
}

export const TagCreated = defineEvent<TagFacts>('tag:created', { description: 'A tag was created.' });
export const TagUpdated = defineEvent<TagFacts>('tag:updated', {
  description: 'The name, colour, description or place of a tag was changed.',
});
export const TagDeleted = defineEvent<TagFacts>('tag:deleted', {
  description: 'A tag was deleted and removed from every document.',
});
