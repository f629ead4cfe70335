import { defineEvent } from '#ground/history';

export const DocumentSplitEnded = defineEvent<{ documentId: string; partIds: string[] }>('document:split', {
  description: 'Documents were made of the pages of a document; each of them has been recorded as created before.',
  activity: 'split',
});
export const DocumentSplitRefused = defineEvent<{ documentId: string; reason: string }>('document:split:refused', {
  description: 'A document could not be split. No part of it has become a document.',
  activity: 'not-split',
});
