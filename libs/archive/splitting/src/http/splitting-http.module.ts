import { Module } from '@nestjs/common';
import { SplittingModule } from '#archive/splitting';
import { SplittingController } from './splitting.controller.js';

@Module({ imports: [SplittingModule], controllers: [SplittingController] })
export class SplittingHttpModule {}
