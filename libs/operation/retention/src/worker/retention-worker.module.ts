import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#people/organizations';
import { SearchModule } from '#capabilities/search';
import { TrashModule } from '#archive/trash';
import { PurgeExpiredDocuments } from './purge-expired-documents.js';
import { PurgeExpiredOrganizations } from './purge-expired-organizations.js';

@Module({
  imports: [OrganizationsModule, SearchModule, TrashModule],
  providers: [PurgeExpiredDocuments, PurgeExpiredOrganizations],
})
export class RetentionWorkerModule {}
