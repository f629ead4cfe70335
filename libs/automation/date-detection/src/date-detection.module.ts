import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { DocumentsModule } from '#archive/documents';
import { OrganizationsModule } from '#people/organizations';
import { FindDates } from './find-dates.js';
import { FindDatesOfDocuments } from './find-dates-of-documents.js';

@Module({
  imports: [BatchesModule, DocumentsModule, OrganizationsModule],
  providers: [FindDates, FindDatesOfDocuments],
  exports: [FindDates, FindDatesOfDocuments],
})
export class DateDetectionModule {}
