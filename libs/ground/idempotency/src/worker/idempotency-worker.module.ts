import { Module } from '@nestjs/common';
import { IdempotencyCleanup } from './idempotency-cleanup.schedule.js';

@Module({ providers: [IdempotencyCleanup] })
export class IdempotencyWorkerModule {}
