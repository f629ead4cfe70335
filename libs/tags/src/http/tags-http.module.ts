import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import { TagsModule } from '#libs/tags';
import { TagsController } from './tags.controller.js';

@Module({ imports: [IdempotencyModule, TagsModule], controllers: [TagsController] })
export class TagsHttpModule {}
