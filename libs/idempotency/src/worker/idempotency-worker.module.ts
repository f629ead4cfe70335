import { Module } from '@nestjs/common';
import { ForgetAnswersSchedule } from './forget-answers.schedule.js';

@Module({ providers: [ForgetAnswersSchedule] })
export class IdempotencyWorkerModule {}
