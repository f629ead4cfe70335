import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { PropertiesModule } from '#archive/properties';
import { DocumentsModule } from '#archive/documents';
import { OrganizationsModule } from '#people/organizations';
import { StorageModule } from '#capabilities/storage';
import { TagsModule } from '#archive/tags';
import { TasksModule } from '#archive/tasks';
import { ArchiveAccess } from './archive-access.js';
import { DocumentArchiveRepository } from './document-archive.repository.js';
import { DocumentArchives } from './document-archives.js';
import { PrepareArchiveFile } from './prepare-archive.js';
import { RequestArchive } from './request-archive.js';
import { WriteArchive } from './write-archive.js';

const services = [DocumentArchives, PrepareArchiveFile, RequestArchive, WriteArchive];

@Module({
  imports: [AuthModule, PropertiesModule, DocumentsModule, OrganizationsModule, StorageModule, TagsModule, TasksModule],
  providers: [ArchiveAccess, DocumentArchiveRepository, ...services],
  exports: services,
})
export class DocumentArchivesModule {}
