import { Module } from '@nestjs/common';
import { DocumentsModule } from '#libs/documents';
import { OrganizationsModule } from '#libs/organizations';
import { PurgeExpiredDocuments } from './purge-expired-documents.js';
import { PurgeExpiredOrganizations } from './purge-expired-organizations.js';

@Module({
  imports: [DocumentsModule, OrganizationsModule],
  providers: [PurgeExpiredDocuments, PurgeExpiredOrganizations],
})
export class RetentionWorkerModule {}
