import { Module } from '@nestjs/common';
import { MetadataModule } from '#archive/metadata';
import { DocumentsModule } from '#archive/documents';
import { StorageModule } from '#capabilities/storage';
import { TagsModule } from '#archive/tags';
import { AddDocuments } from './add-documents.js';
import { ResumableUploadRepository } from './resumable-upload.repository.js';
import { ResumableUploads } from './resumable-uploads.js';

@Module({
  imports: [DocumentsModule, MetadataModule, StorageModule, TagsModule],
  providers: [AddDocuments, ResumableUploadRepository, ResumableUploads],
  exports: [AddDocuments, ResumableUploads, DocumentsModule],
})
export class UploadsModule {}
