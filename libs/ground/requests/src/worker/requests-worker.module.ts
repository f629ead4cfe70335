import { Module } from '@nestjs/common';
import { RequestsModule } from '../requests.module.js';
import { IdempotencyCleanup } from './idempotency-cleanup.schedule.js';
import { RemoveExpiredRateLimits } from './remove-expired-rate-limits.schedule.js';

@Module({ imports: [RequestsModule], providers: [IdempotencyCleanup, RemoveExpiredRateLimits] })
export class RequestsWorkerModule {}
