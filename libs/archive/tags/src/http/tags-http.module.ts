import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#ground/idempotency';
import { TagsModule } from '#archive/tags';
import { TagsController } from './tags.controller.js';

@Module({ imports: [IdempotencyModule, TagsModule], controllers: [TagsController] })
export class TagsHttpModule {}
