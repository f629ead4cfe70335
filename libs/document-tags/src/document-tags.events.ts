import { defineEvent } from '#libs/history';

export const DocumentTagAdded = defineEvent<{ documentId: string; tagId: string }>('document:tag:added', {
  description: 'A tag was added to a document.',
  activity: 'tagged',
});
export const DocumentTagRemoved = defineEvent<{ documentId: string; tagId: string }>('document:tag:removed', {
  description: 'A tag was removed from a document.',
  activity: 'untagged',
});
