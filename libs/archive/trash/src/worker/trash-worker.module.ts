import { Module } from '@nestjs/common';
import { TrashModule } from '#archive/trash';
import { SearchModule } from '#capabilities/search';
import { OrganizationsModule } from '#people/organizations';
import { FinishEmptyingTrashHandler } from './finish-emptying-trash.handler.js';
import { PurgeExpiredDocuments } from './purge-expired-documents.schedule.js';
import { PurgeExpiredOrganizations } from './purge-expired-organizations.schedule.js';

@Module({
  imports: [TrashModule, OrganizationsModule, SearchModule],
  providers: [FinishEmptyingTrashHandler, PurgeExpiredDocuments, PurgeExpiredOrganizations],
})
export class TrashWorkerModule {}
