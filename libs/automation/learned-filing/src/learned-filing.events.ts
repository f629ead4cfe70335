import { defineEvent } from '#ground/history';

export const SuggestionsChanged = defineEvent<{ documentId: string }>('document:suggestions:changed', {
  description:
    'A date, a name, a tag or an option of a property was suggested for a document, or a person has decided about such a suggestion.',
});
