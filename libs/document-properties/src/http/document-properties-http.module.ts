import { Module } from '@nestjs/common';
import { DocumentPropertiesModule } from '#libs/document-properties';
import { BatchPropertiesController } from './batch-properties.controller.js';
import { DocumentPropertiesController } from './document-properties.controller.js';

@Module({ imports: [DocumentPropertiesModule], controllers: [BatchPropertiesController, DocumentPropertiesController] })
export class DocumentPropertiesHttpModule {}
