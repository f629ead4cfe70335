import { Module } from '@nestjs/common';
import { RequestsModule } from '#ground/requests';
import { TagsModule } from '#archive/tags';
import { TagsController } from './tags.controller.js';

@Module({ imports: [RequestsModule, TagsModule], controllers: [TagsController] })
export class TagsHttpModule {}
