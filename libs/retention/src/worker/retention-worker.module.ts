import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#libs/organizations';
import { TrashModule } from '#libs/trash';
import { PurgeExpiredDocuments } from './purge-expired-documents.js';
import { PurgeExpiredOrganizations } from './purge-expired-organizations.js';

@Module({
  imports: [OrganizationsModule, TrashModule],
  providers: [PurgeExpiredDocuments, PurgeExpiredOrganizations],
})
export class RetentionWorkerModule {}
