import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { DocumentFileController } from './document-file.controller.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsPublicConfig } from './documents-public-config.js';
import { BatchReprocessController, ReprocessController } from './reprocess.controller.js';
import { DocumentPagesController } from './document-pages.controller.js';
import { PreviewController } from './preview.controller.js';

@Module({
  imports: [DocumentsModule],
  controllers: [
    DocumentsController,
    DocumentFileController,
    BatchReprocessController,
    ReprocessController,
    DocumentPagesController,
    PreviewController,
  ],
  providers: [DocumentsPublicConfig],
})
export class DocumentsHttpModule {}
