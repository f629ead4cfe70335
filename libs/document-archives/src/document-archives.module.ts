import { Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { CustomPropertiesModule } from '#libs/custom-properties';
import { DocumentsModule } from '#libs/documents';
import { OrganizationsModule } from '#libs/organizations';
import { StorageModule } from '#libs/storage';
import { TagsModule } from '#libs/tags';
import { TasksModule } from '#libs/tasks';
import { ArchiveAccess } from './archive-access.js';
import { DocumentArchiveRepository } from './document-archive.repository.js';
import { DocumentArchives } from './document-archives.js';
import { PrepareArchiveFile } from './prepare-archive.js';
import { RequestArchive } from './request-archive.js';
import { WriteArchive } from './write-archive.js';

const services = [DocumentArchives, PrepareArchiveFile, RequestArchive, WriteArchive];

@Module({
  imports: [
    AuthModule,
    CustomPropertiesModule,
    DocumentsModule,
    OrganizationsModule,
    StorageModule,
    TagsModule,
    TasksModule,
  ],
  providers: [ArchiveAccess, DocumentArchiveRepository, ...services],
  exports: services,
})
export class DocumentArchivesModule {}
