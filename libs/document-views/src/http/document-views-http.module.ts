import { Module } from '@nestjs/common';
import { DocumentViewsModule } from '#libs/document-views';
import { IdempotencyModule } from '#libs/idempotency';
import { DocumentViewsController } from './document-views.controller.js';

@Module({ imports: [DocumentViewsModule, IdempotencyModule], controllers: [DocumentViewsController] })
export class DocumentViewsHttpModule {}
