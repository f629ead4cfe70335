import { defineEvent } from '#ground/history';

export const SuggestionsChanged = defineEvent<{ documentId: string }>('document:suggestions:changed', {
  description: 'A date or a name was suggested for a document, or such a suggestion was accepted or dismissed.',
});
