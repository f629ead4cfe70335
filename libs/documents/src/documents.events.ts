import { defineEvent } from '#libs/events';

export const DocumentCreated = defineEvent<{ documentId: string }>(
  'document:created',
  'A file was added, or a file that was in the trash was uploaded again.',
);
export const DocumentUpdated = defineEvent<{ documentId: string; updatedFields: string[] }>(
  'document:updated',
  'A document was edited, or its text was read.',
);
export const DocumentDeleted = defineEvent<{ documentId: string }>(
  'document:deleted',
  'A document was moved to the trash.',
);
export const DocumentRestored = defineEvent<{ documentId: string }>(
  'document:restored',
  'A document was taken out of the trash.',
);
export const DocumentPurged = defineEvent<{ documentId: string }>(
  'document:purged',
  'A document and its file were removed for good.',
);
export const DocumentContentExtracted = defineEvent<{ documentId: string; outcome: string }>(
  'document:content:extracted',
  'The server has tried to read the text of a document.',
);
export const DocumentTagAdded = defineEvent<{ documentId: string; tagId: string }>(
  'document:tag:added',
  'A tag was added to a document.',
);
export const DocumentTagRemoved = defineEvent<{ documentId: string; tagId: string }>(
  'document:tag:removed',
  'A tag was removed from a document.',
);
