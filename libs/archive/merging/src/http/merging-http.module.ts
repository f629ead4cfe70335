import { Module } from '@nestjs/common';
import { MergingModule } from '#archive/merging';
import { MergingController } from './merging.controller.js';

@Module({ imports: [MergingModule], controllers: [MergingController] })
export class MergingHttpModule {}
