import { Module } from '@nestjs/common';
import { TagsModule } from '#libs/tags';
import { TagsController } from './tags.controller.js';

@Module({ imports: [TagsModule], controllers: [TagsController] })
export class TagsHttpModule {}
