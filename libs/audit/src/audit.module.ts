import { Global, Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';
import { PendingEntryRepository } from './pending-entry.repository.js';

const parts = [AuditLog, PendingEntryRepository];

/** Part of every process: any feature may record. */
@Global()
@Module({ providers: parts, exports: parts })
export class AuditModule {}
