import { Global, Module } from '@nestjs/common';
import { AuditCheck } from './audit.check.js';
import { AuditLogHead } from './audit-log-head.js';
import { AuditLog } from './audit-log.js';
import { AuditQuery } from './audit-query.repository.js';
import { ChainRepository } from './chain.repository.js';
import { CheckRepository } from './check.repository.js';
import { ExportEntries } from './export-entries.js';
import { PendingEntryRepository } from './pending-entry.repository.js';
import { PruneEntries } from './prune-entries.js';
import { SealEntries } from './seal-entries.js';
import { VerifyChains } from './verify-chains.js';

const parts = [
  AuditLog,
  AuditLogHead,
  AuditQuery,
  ChainRepository,
  CheckRepository,
  ExportEntries,
  PendingEntryRepository,
  PruneEntries,
  SealEntries,
  VerifyChains,
];

/** Part of every process: any feature may record. */
@Global()
@Module({ providers: [...parts, AuditCheck], exports: parts })
export class AuditModule {}
