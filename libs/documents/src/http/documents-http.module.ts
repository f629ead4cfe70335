import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { DocumentsModule } from '#libs/documents';
import { DocumentBatchController } from './document-batch.controller.js';
import { DocumentFileController } from './document-file.controller.js';
import { DocumentsController } from './documents.controller.js';
import { ReprocessController } from './reprocess.controller.js';
import { TrashController } from './trash.controller.js';
import { UploadController } from './upload.controller.js';

@Module({
  imports: [IdempotencyModule, DocumentsModule],
  controllers: [
    UploadController,
    DocumentsController,
    TrashController,
    DocumentBatchController,
    DocumentFileController,
    ReprocessController,
  ],
})
export class DocumentsHttpModule {}
