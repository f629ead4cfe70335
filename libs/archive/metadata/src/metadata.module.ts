import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { DocumentsModule } from '#archive/documents';
import { PropertiesModule } from '#archive/properties';
import { TagsModule } from '#archive/tags';
import { AuthModule } from '#people/auth';
import { OrganizationsModule } from '#people/organizations';
import { ChangeProperties } from './change-properties.js';
import { ChangeTags } from './change-tags.js';
import { DocumentProperties } from './document-properties.js';
import { DocumentPropertyRepository } from './document-property.repository.js';
import { DocumentTagRepository } from './document-tag.repository.js';
import { DocumentTags } from './document-tags.js';
import { PropertyUsage } from './property-usage.js';

@Module({
  imports: [BatchesModule, DocumentsModule, TagsModule, AuthModule, PropertiesModule, OrganizationsModule],
  providers: [
    ChangeTags,
    DocumentTagRepository,
    DocumentTags,
    ChangeProperties,
    DocumentProperties,
    DocumentPropertyRepository,
    PropertyUsage,
  ],
  exports: [BatchesModule, ChangeTags, DocumentTags, ChangeProperties, DocumentProperties, PropertyUsage],
})
export class MetadataModule {}
