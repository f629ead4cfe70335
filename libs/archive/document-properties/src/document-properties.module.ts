import { Module } from '@nestjs/common';
import { AuthModule } from '#people/auth';
import { BatchesModule } from '#archive/batches';
import { CustomPropertiesModule } from '#archive/custom-properties';
import { DocumentsModule } from '#archive/documents';
import { OrganizationsModule } from '#people/organizations';
import { ChangeProperties } from './change-properties.js';
import { DocumentProperties } from './document-properties.js';
import { DocumentPropertyRepository } from './document-property.repository.js';
import { PropertyUsage } from './property-usage.js';

@Module({
  imports: [AuthModule, BatchesModule, CustomPropertiesModule, DocumentsModule, OrganizationsModule],
  providers: [ChangeProperties, DocumentProperties, DocumentPropertyRepository, PropertyUsage],
  exports: [BatchesModule, ChangeProperties, DocumentProperties, PropertyUsage],
})
export class DocumentPropertiesModule {}
