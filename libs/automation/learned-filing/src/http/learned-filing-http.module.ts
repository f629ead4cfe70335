import { Module } from '@nestjs/common';
import { LearnedFilingModule } from '#automation/learned-filing';
import { LearnedFilingController } from './learned-filing.controller.js';
import { LearnedLabelsController } from './learned-labels.controller.js';

@Module({ imports: [LearnedFilingModule], controllers: [LearnedFilingController, LearnedLabelsController] })
export class LearnedFilingHttpModule {}
