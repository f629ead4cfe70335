import { Module } from '@nestjs/common';
import { DocumentViewsModule } from '#archive/document-views';
import { IdempotencyModule } from '#ground/idempotency';
import { DocumentViewsController } from './document-views.controller.js';

@Module({ imports: [DocumentViewsModule, IdempotencyModule], controllers: [DocumentViewsController] })
export class DocumentViewsHttpModule {}
