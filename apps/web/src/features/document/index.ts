/** What the inbox takes over from the page of a document. */
export { DocumentName } from './document-name';
export {
  answerSuggestion,
  moveDocument,
  oneDocument,
  refreshDocument,
  suggestionsFor,
  type ArchiveDocument,
  type DocumentIds,
} from './document.queries';
export { DATE_FIELD, PropertiesTab, TAGS_FIELD } from './properties-tab';
export { startEditing } from './property-row';
export { useDocumentChanges, type DocumentChanges } from './use-document-changes';
