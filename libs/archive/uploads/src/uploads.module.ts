import { Module } from '@nestjs/common';
import { MetadataModule } from '#archive/metadata';
import { DocumentsModule } from '#archive/documents';
import { StorageModule } from '#capabilities/storage';
import { TagsModule } from '#archive/tags';
import { AddDocument } from './add-document.js';
import { AddDocumentsTogether } from './add-documents-together.js';
import { ResumableUploadRepository } from './resumable-upload.repository.js';
import { ResumableUploads } from './resumable-uploads.js';

@Module({
  imports: [DocumentsModule, MetadataModule, StorageModule, TagsModule],
  providers: [AddDocument, AddDocumentsTogether, ResumableUploadRepository, ResumableUploads],
  exports: [AddDocument, AddDocumentsTogether, ResumableUploads, DocumentsModule],
})
export class UploadsModule {}
