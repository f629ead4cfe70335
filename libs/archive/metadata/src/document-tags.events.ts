import { defineEvent } from '#ground/history';

/** `tagName`: the name of the tag at the time of the event. */
export interface DocumentTagFacts {
  documentId: string;
  tagId: string;
  tagName: string;
}

export const DocumentTagAdded = defineEvent<DocumentTagFacts>('document:tag:added', {
  description: 'A tag was added to a document.',
  activity: 'tagged',
});
export const DocumentTagRemoved = defineEvent<DocumentTagFacts>('document:tag:removed', {
  description: 'A tag was removed from a document.',
  activity: 'untagged',
});
