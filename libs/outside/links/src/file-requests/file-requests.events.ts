import { defineEvent } from '#ground/history';

/** `title`: after the change; of a deleted request, the last one. No event has the token. */
interface FileRequestFacts {
  fileRequestId: string;
  title: string;
}

/** `updatedFields`: names of fields in the JSON of the request, and `password`. */
interface UpdatedFileRequestFacts {
  fileRequestId: string;
  title: string;
  updatedFields: string[];
}

/** `documentId`: the document that was made of the file, or that had the same content before. */
interface ReceivedFileFacts {
  fileRequestId: string;
  title: string;
  documentId: string;
  name: string;
  isDuplicate: boolean;
}

export const FileRequestCreated = defineEvent<FileRequestFacts>('file-request:created', {
  description: 'A file request was created.',
});
export const FileRequestUpdated = defineEvent<UpdatedFileRequestFacts>('file-request:updated', {
  description: 'A file request was changed, turned off or turned on.',
});
export const FileRequestDeleted = defineEvent<FileRequestFacts>('file-request:deleted', {
  description: 'A file request was deleted. The documents that came in stay.',
});
export const FileReceived = defineEvent<ReceivedFileFacts>('file-request:file:received', {
  description: 'A visitor handed in a file through a file request.',
});
