import { defineEvent } from '#ground/history';

/** `name`: after the change; of a deleted view, the last one. */
interface DocumentViewFacts {
  documentViewId: string;
  name: string;
}

export const DocumentViewCreated = defineEvent<DocumentViewFacts>('document-view:created', {
  description: 'A saved view was created as a shared one, or a private one was shared.',
});
/** `updatedFields`: names of fields in the JSON of the view. */
interface UpdatedDocumentViewFacts {
  documentViewId: string;
  name: string;
  updatedFields: string[];
}

export const DocumentViewUpdated = defineEvent<UpdatedDocumentViewFacts>('document-view:updated', {
  description: 'A shared view was changed, or got another parent because its parent was deleted.',
});
export const DocumentViewDeleted = defineEvent<DocumentViewFacts>('document-view:deleted', {
  description: 'A shared view was deleted, or made private.',
});
