import { Module } from '@nestjs/common';
import { BatchesModule } from '#archive/batches';
import { DateDetectionModule } from '#automation/date-detection';
import { DateDetectionController } from './date-detection.controller.js';

@Module({ imports: [BatchesModule, DateDetectionModule], controllers: [DateDetectionController] })
export class DateDetectionHttpModule {}
