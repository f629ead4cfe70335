import { defineEvent } from '#ground/history';

interface ShareLinkFacts {
  documentId: string;
  shareLinkId: string;
}

export const ShareLinkCreated = defineEvent<ShareLinkFacts>('document:share-link:created', {
  description: 'A link was created with which people without an account can open a document.',
});
/** `updatedFields`: names of fields in the body of the request. */
interface UpdatedShareLinkFacts {
  documentId: string;
  shareLinkId: string;
  updatedFields: string[];
}

export const ShareLinkUpdated = defineEvent<UpdatedShareLinkFacts>('document:share-link:updated', {
  description: 'A share link was changed, enabled or disabled.',
});
export const ShareLinkDeleted = defineEvent<ShareLinkFacts>('document:share-link:deleted', {
  description: 'A share link was deleted.',
});
