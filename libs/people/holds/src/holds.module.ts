import { Module } from '@nestjs/common';
import { LegalHoldRepository } from './legal-hold.repository.js';
import { RetentionLockRepository } from './retention-lock.repository.js';

@Module({
  providers: [LegalHoldRepository, RetentionLockRepository],
  exports: [LegalHoldRepository, RetentionLockRepository],
})
export class HoldsModule {}
