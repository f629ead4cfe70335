import { Module } from '@nestjs/common';
import { MetadataModule } from '#archive/metadata';
import { BatchTagsController } from './batch-tags.controller.js';
import { DocumentTagsController } from './document-tags.controller.js';
import { BatchPropertiesController } from './batch-properties.controller.js';
import { DocumentPropertiesController } from './document-properties.controller.js';
import { PropertyUsageController } from './property-usage.controller.js';

@Module({
  imports: [MetadataModule],
  controllers: [
    BatchTagsController,
    DocumentTagsController,
    BatchPropertiesController,
    DocumentPropertiesController,
    PropertyUsageController,
  ],
})
export class MetadataHttpModule {}
