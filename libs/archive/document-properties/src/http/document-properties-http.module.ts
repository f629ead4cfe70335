import { Module } from '@nestjs/common';
import { DocumentPropertiesModule } from '#archive/document-properties';
import { BatchPropertiesController } from './batch-properties.controller.js';
import { DocumentPropertiesController } from './document-properties.controller.js';
import { PropertyUsageController } from './property-usage.controller.js';

@Module({
  imports: [DocumentPropertiesModule],
  controllers: [BatchPropertiesController, DocumentPropertiesController, PropertyUsageController],
})
export class DocumentPropertiesHttpModule {}
