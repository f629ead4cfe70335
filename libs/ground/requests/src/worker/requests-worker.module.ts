import { Module } from '@nestjs/common';
import { IdempotencyCleanup } from './idempotency-cleanup.schedule.js';
import { RemoveExpiredRateLimits } from './remove-expired-rate-limits.schedule.js';

@Module({ providers: [IdempotencyCleanup, RemoveExpiredRateLimits] })
export class RequestsWorkerModule {}
