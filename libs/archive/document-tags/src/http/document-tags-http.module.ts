import { Module } from '@nestjs/common';
import { DocumentTagsModule } from '#archive/document-tags';
import { BatchTagsController } from './batch-tags.controller.js';
import { DocumentTagsController } from './document-tags.controller.js';

@Module({ imports: [DocumentTagsModule], controllers: [BatchTagsController, DocumentTagsController] })
export class DocumentTagsHttpModule {}
