import { Module } from '@nestjs/common';
import { AuthModule } from '#libs/auth';
import { CustomPropertiesModule } from '#libs/custom-properties';
import { DocumentsModule } from '#libs/documents';
import { OrganizationsModule } from '#libs/organizations';
import { DocumentProperties } from './document-properties.js';
import { DocumentPropertyRepository } from './document-property.repository.js';

@Module({
  imports: [AuthModule, CustomPropertiesModule, DocumentsModule, OrganizationsModule],
  providers: [DocumentProperties, DocumentPropertyRepository],
  exports: [DocumentProperties],
})
export class DocumentPropertiesModule {}
