import { Module } from '@nestjs/common';
import { PropertiesModule } from '#archive/properties';
import { TagsModule } from '#archive/tags';
import { TasksModule } from '#archive/tasks';
import { ExtractionModule } from '#capabilities/extraction';
import { SearchModule } from '#capabilities/search';
import { StorageModule } from '#capabilities/storage';
import { HoldsModule } from '#people/holds';
import { OrganizationsModule } from '#people/organizations';
import { ArchiveNumberRepository } from './archive-numbers/archive-number.repository.js';
import { ArchiveNumbers } from './archive-numbers/archive-numbers.js';
import { DocumentContent } from './document-content.js';
import { DocumentContentRepository } from './document-content.repository.js';
import { DocumentDates } from './document-dates.js';
import { DocumentFilesRepository } from './document-files.repository.js';
import { DocumentInbox } from './document-inbox.js';
import { DocumentInboxRepository } from './document-inbox.repository.js';
import { DocumentLanguages } from './document-languages.js';
import { DocumentNameRepository } from './document-name.repository.js';
import { DocumentNames } from './document-names.js';
import { DocumentPartsRepository } from './document-parts.repository.js';
import { DocumentSelection } from './document-selection.js';
import { DocumentRepository } from './document.repository.js';
import { DocumentsService } from './documents.service.js';
import { ExtractionProgress } from './extraction-progress.js';
import { FindSimilarDocuments } from './find-similar-documents.js';
import { ListedDocumentRepository } from './listed-document.repository.js';
import { LockDocuments } from './lock-documents.repository.js';
import { OutdatedDocuments } from './outdated-documents.js';
import { DocumentHits } from './pages/document-hits.js';
import { DocumentPageRepository } from './pages/document-page.repository.js';
import { DocumentPages } from './pages/document-pages.js';
import { DocumentProcessing } from './pages/document-processing.js';
import { DocumentPasswords } from './passwords/document-passwords.js';
import { OrganizationPasswords } from './passwords/organization-passwords.js';
import { PasswordSeal } from './passwords/password-seal.js';
import { PasswordRepository } from './passwords/password.repository.js';
import { PasswordsCheck } from './passwords/passwords.check.js';
import { PartialReadingRepository } from './partial-reading.repository.js';
import { PartialReadings } from './partial-readings.js';
import { PreviewRepository } from './previews/preview.repository.js';
import { Previews } from './previews/previews.js';
import { Thumbnails } from './previews/thumbnails.js';
import { Renditions } from './renditions/renditions.js';
import { RemoteOutageRepository } from './remote-outage.repository.js';
import { RemoteOutages } from './remote-outages.js';
import { ReprocessDocument } from './reprocess-document.js';
import { ReprocessDocuments } from './reprocess-documents.js';
import { ReprocessDocumentsRepository } from './reprocess-documents.repository.js';
import { TrashedDocumentRepository } from './trashed-document.repository.js';
import { UnreadDocumentsCheck } from './unread-documents.check.js';
import { UpdateDocument } from './update-document.js';
import { UploadDocument } from './upload-document.js';
import { AddVersion } from './versions/add-version.js';
import { DocumentVersionRepository } from './versions/document-version.repository.js';
import { DocumentVersions } from './versions/document-versions.js';
import { EarlierVersions } from './versions/earlier-versions.js';
import { EditDocumentPages } from './versions/edit-pages.js';

const shared = [
  ArchiveNumberRepository,
  ArchiveNumbers,
  DocumentContent,
  DocumentContentRepository,
  DocumentDates,
  DocumentFilesRepository,
  DocumentInbox,
  DocumentNames,
  DocumentPartsRepository,
  DocumentRepository,
  ListedDocumentRepository,
  DocumentSelection,
  DocumentsService,
  ExtractionProgress,
  FindSimilarDocuments,
  LockDocuments,
  OutdatedDocuments,
  PartialReadings,
  RemoteOutages,
  ReprocessDocument,
  ReprocessDocuments,
  ReprocessDocumentsRepository,
  TrashedDocumentRepository,
  UnreadDocumentsCheck,
  UpdateDocument,
  UploadDocument,
  DocumentHits,
  DocumentPages,
  DocumentProcessing,
  PreviewRepository,
  Previews,
  Renditions,
  Thumbnails,
  DocumentPasswords,
  OrganizationPasswords,
  PasswordRepository,
  DocumentVersions,
  EarlierVersions,
  EditDocumentPages,
];

@Module({
  imports: [
    HoldsModule,
    OrganizationsModule,
    PropertiesModule,
    ExtractionModule,
    SearchModule,
    StorageModule,
    TagsModule,
    TasksModule,
  ],
  providers: [
    ...shared,
    AddVersion,
    DocumentVersionRepository,
    DocumentInboxRepository,
    DocumentLanguages,
    DocumentNameRepository,
    DocumentPageRepository,
    PartialReadingRepository,
    PasswordSeal,
    PasswordsCheck,
    RemoteOutageRepository,
  ],
  exports: shared,
})
export class DocumentsModule {}
