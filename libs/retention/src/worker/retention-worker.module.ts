import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#libs/organizations';
import { SearchModule } from '#libs/search';
import { TrashModule } from '#libs/trash';
import { PurgeExpiredDocuments } from './purge-expired-documents.js';
import { PurgeExpiredOrganizations } from './purge-expired-organizations.js';

@Module({
  imports: [OrganizationsModule, SearchModule, TrashModule],
  providers: [PurgeExpiredDocuments, PurgeExpiredOrganizations],
})
export class RetentionWorkerModule {}
