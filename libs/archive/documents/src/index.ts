export { ArchiveNumberRepository } from './archive-numbers/archive-number.repository.js';
export { HIGHEST_ARCHIVE_NUMBER } from './archive-numbers/archive-number.schema.js';
export { ArchiveNumbers, type NumberOutcome } from './archive-numbers/archive-numbers.js';
export { boundedBytes } from './bounded-bytes.js';
export * from './documents.errors.js';
export * from './documents.events.js';
export {
  ExtractRemotely,
  groupOf,
  ProcessDocument,
  RecognizeDocument,
  ReprocessMany,
  type ExtractRemotelyData,
  type ProcessDocumentData,
  type ReprocessManyData,
} from './documents.jobs.js';
export { ExtractionProgress } from './extraction-progress.js';
export { ProcessingProgressed, type ProcessingProgress } from './processing-progress.js';
export { READ_AGAIN } from './partial-reading.repository.js';
export { MOST_REREADINGS, PartialReadings } from './partial-readings.js';
export { RemoteOutages } from './remote-outages.js';
export type { FoundDate, StoredDateFinding } from './date-finding.js';
export { DocumentDates } from './document-dates.js';
export { DocumentInbox } from './document-inbox.js';
export type { NamedAndDated, WantedDate, WantedName } from './document-name.repository.js';
export { DocumentPartsRepository, type DocumentParts } from './document-parts.repository.js';
export { DocumentNames } from './document-names.js';
export {
  AfterReading,
  STEPS_AFTER_READING,
  type ReadDocument,
  type RunsAfterReading,
  type StepAfterReading,
} from './after-reading.js';
export { isDocumentOf, keptDocument, type DocumentTables } from './some-documents.repository.js';
export { DocumentContent, type Reading } from './document-content.js';
export type { DocumentReading, DocumentToExtract } from './document-content.repository.js';
export type { ExtractionStep, ExtractionSteps } from './extraction-steps.js';
export { DocumentFilesRepository, type FiledDocument } from './document-files.repository.js';
export { DOCUMENT_SOURCES, type DocumentSource } from './document-source.js';
export { DocumentSelection, type DocumentFilter } from './document-selection.js';
export {
  DocumentRepository,
  searchDocument,
  type DocumentRow,
  type KnownFile,
  type NamedDocument,
} from './document.repository.js';
export { FindSimilarDocuments, type SimilarDocuments } from './find-similar-documents.js';
export { DocumentsService, type DocumentFile, type ListedDocument } from './documents.service.js';
export { storableMimeType } from './file-facts.js';
export { LockDocuments } from './lock-documents.repository.js';
export { EARLIEST_DATE, isDay, LATEST_DATE, readDate } from './read-date.js';
export type { ImportedFacts } from './imported-facts.js';
export { ReprocessDocument } from './reprocess-document.js';
export { ReprocessDocuments, type ReprocessFilter } from './reprocess-documents.js';
export {
  TrashedDocumentRepository,
  type MovedDocument,
  type PurgedDocument,
  type TakenOutDocument,
  type TrashMark,
  type TrashView,
} from './trashed-document.repository.js';
export { UpdateDocument, type DocumentChanges } from './update-document.js';
export {
  documentOf,
  UploadDocument,
  type CompletedUpload,
  type ReceivedFile,
  type UploadDetails,
  type UploadedDocument,
  type UploadToComplete,
} from './upload-document.js';
export { DocumentHits, type DocumentHit, type FoundHits } from './pages/document-hits.js';
export { DocumentPages, type DocumentPage } from './pages/document-pages.js';
export { DocumentProcessing } from './pages/document-processing.js';
export type { ProcessingStep } from './pages/processing-steps.js';
export { PreviewEnded, type EndedPreview } from './previews/preview-ended.js';
export { PreviewRepository, type MadePreview, type PreviewToMake } from './previews/preview.repository.js';
export { Renditions } from './renditions/renditions.js';
export { Previews, nameOf, versionOf, type Preview } from './previews/previews.js';
export * from './previews/previews.errors.js';
export { MakePreview, type MakePreviewData } from './previews/previews.jobs.js';
export { greatestHeight, PREVIEW_WIDTHS, THUMBNAIL, type PreviewPlace } from './previews/preview-sizes.js';
export { Thumbnails } from './previews/thumbnails.js';
export { DocumentPasswords } from './passwords/document-passwords.js';
export { OrganizationPasswords } from './passwords/organization-passwords.js';
export { PasswordRepository, type ListedPassword } from './passwords/password.repository.js';
export * from './passwords/passwords.errors.js';
export type { DocumentVersion } from './versions/document-version.repository.js';
export { DocumentVersions, MOST_PAGES_OF_VERSION } from './versions/document-versions.js';
export { EarlierVersions, MOST_EARLIER_VERSIONS, type ReceivedVersion } from './versions/earlier-versions.js';
export { EditDocumentPages } from './versions/edit-pages.js';
export { EditPages, type EditPagesData } from './versions/versions.jobs.js';
export { DocumentsModule } from './documents.module.js';
