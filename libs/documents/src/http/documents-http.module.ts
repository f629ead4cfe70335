import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { DocumentsModule } from '#libs/documents';
import { DocumentFileController } from './document-file.controller.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsPublicConfig } from './documents-public-config.js';
import { BatchReprocessController, ReprocessController } from './reprocess.controller.js';
import { UploadController } from './upload.controller.js';

@Module({
  imports: [IdempotencyModule, DocumentsModule],
  controllers: [
    UploadController,
    DocumentsController,
    DocumentFileController,
    BatchReprocessController,
    ReprocessController,
  ],
  providers: [DocumentsPublicConfig],
})
export class DocumentsHttpModule {}
