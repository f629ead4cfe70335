import { Module } from '@nestjs/common';
import { RemoveExpiredRateLimits } from './remove-expired-rate-limits.schedule.js';

@Module({ providers: [RemoveExpiredRateLimits] })
export class RateLimitsWorkerModule {}
