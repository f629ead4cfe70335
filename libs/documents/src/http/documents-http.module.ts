import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { DocumentFileController } from './document-file.controller.js';
import { DocumentTagsController } from './document-tags.controller.js';
import { DocumentsController } from './documents.controller.js';
import { UploadController } from './upload.controller.js';

@Module({
  imports: [DocumentsModule],
  controllers: [UploadController, DocumentsController, DocumentFileController, DocumentTagsController],
})
export class DocumentsHttpModule {}
