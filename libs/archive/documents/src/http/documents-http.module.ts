import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { RequestsModule } from '#ground/requests';
import { ArchiveNumberController } from './archive-number.controller.js';
import { DocumentPasswordController, OrganizationPasswordsController } from './document-passwords.controller.js';
import { DocumentFileController } from './document-file.controller.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsPublicConfig } from './documents-public-config.js';
import { BatchReprocessController, ReprocessController } from './reprocess.controller.js';
import { DocumentPagesController } from './document-pages.controller.js';
import { DocumentVersionsController } from './document-versions.controller.js';
import { PreviewController } from './preview.controller.js';
import { RenditionController } from './rendition.controller.js';

@Module({
  imports: [DocumentsModule, RequestsModule],
  controllers: [
    DocumentsController,
    ArchiveNumberController,
    DocumentFileController,
    BatchReprocessController,
    ReprocessController,
    DocumentPagesController,
    DocumentVersionsController,
    PreviewController,
    RenditionController,
    DocumentPasswordController,
    OrganizationPasswordsController,
  ],
  providers: [DocumentsPublicConfig],
})
export class DocumentsHttpModule {}
