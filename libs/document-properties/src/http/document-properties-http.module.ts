import { Module } from '@nestjs/common';
import { DocumentPropertiesModule } from '#libs/document-properties';
import { DocumentPropertiesController } from './document-properties.controller.js';

@Module({ imports: [DocumentPropertiesModule], controllers: [DocumentPropertiesController] })
export class DocumentPropertiesHttpModule {}
