import { Module } from '@nestjs/common';
import { PruneAuditLog } from './prune-audit-log.schedule.js';
import { SealAfterCommits } from './seal-after-commits.js';
import { SealAuditLog } from './seal-audit-log.schedule.js';
import { VerifyAuditLog } from './verify-audit-log.schedule.js';
import { VerifyChainHandler } from './verify-chain.handler.js';

@Module({ providers: [PruneAuditLog, SealAfterCommits, SealAuditLog, VerifyAuditLog, VerifyChainHandler] })
export class AuditWorkerModule {}
