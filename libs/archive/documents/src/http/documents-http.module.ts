import { Module } from '@nestjs/common';
import { DocumentsModule } from '#archive/documents';
import { DocumentFileController } from './document-file.controller.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsPublicConfig } from './documents-public-config.js';
import { BatchReprocessController, ReprocessController } from './reprocess.controller.js';

@Module({
  imports: [DocumentsModule],
  controllers: [DocumentsController, DocumentFileController, BatchReprocessController, ReprocessController],
  providers: [DocumentsPublicConfig],
})
export class DocumentsHttpModule {}
