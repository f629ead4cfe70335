import { Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { BatchesModule } from '#libs/batches';
import { CustomPropertiesModule } from '#libs/custom-properties';
import { DocumentsModule } from '#libs/documents';
import { OrganizationsModule } from '#libs/organizations';
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
