import { Module } from '@nestjs/common';
import { LearnedFilingModule } from '#automation/learned-filing';
import { LearnFilingOnSchedule } from './learn-filing.schedule.js';
import { FileDocumentsHandler, LearnFilingHandler } from './learned-filing.handlers.js';

@Module({
  imports: [LearnedFilingModule],
  providers: [FileDocumentsHandler, LearnFilingHandler, LearnFilingOnSchedule],
})
export class LearnedFilingWorkerModule {}
