import './audit.audit.js';
import './unsealed-events.js';

export { descriptionOfAction } from './action-descriptions.js';
export { defineAuditAction, definedAuditActions, type AuditAction } from './audit-action.js';
export { AuditRecorded, chainOf, INSTANCE_CHAIN } from './audit-chain.js';
export {
  ACTOR_TYPES,
  type ActorType,
  type AuditActor,
  type AuditDetails,
  type AuditTarget,
  type NewAuditEntry,
} from './audit-entry.js';
export { AuditExported } from './audit.audit.js';
export { VerifyChain, type VerifyChainData } from './audit.jobs.js';
export { AuditLogHead } from './audit-log-head.js';
export { AuditLog } from './audit-log.js';
export { AuditModule } from './audit.module.js';
export { AuditQuery, type AuditPageQuery, type AuditSelection, type ShownEntry } from './audit-query.repository.js';
export type { ChainProblem, ProblemKind } from './chain-walk.js';
export type { LastCheck } from './check.repository.js';
export { ChainRepository } from './chain.repository.js';
export { CheckRepository } from './check.repository.js';
export { PendingEntryRepository } from './pending-entry.repository.js';
export { checkExport, type ExportCheck } from './export-check.js';
export { EXPORT_FORMATS, ExportEntries, type ExportFormat } from './export-entries.js';
export { PruneEntries } from './prune-entries.js';
export { SealEntries } from './seal-entries.js';
export { VerifyChains } from './verify-chains.js';
