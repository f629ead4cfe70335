import { Module } from '@nestjs/common';
import { DocumentTagsModule } from '#archive/document-tags';
import { DocumentsModule } from '#archive/documents';
import { StorageModule } from '#capabilities/storage';
import { TagsModule } from '#archive/tags';
import { AddDocument } from './add-document.js';
import { AddDocumentsTogether } from './add-documents-together.js';
import { ResumableUploadRepository } from './resumable-upload.repository.js';
import { ResumableUploads } from './resumable-uploads.js';

@Module({
  imports: [DocumentsModule, DocumentTagsModule, StorageModule, TagsModule],
  providers: [AddDocument, AddDocumentsTogether, ResumableUploadRepository, ResumableUploads],
  exports: [AddDocument, AddDocumentsTogether, ResumableUploads, DocumentsModule],
})
export class UploadsModule {}
