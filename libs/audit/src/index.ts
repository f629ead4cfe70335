export { defineAuditAction, definedAuditActions, type AuditAction } from './audit-action.js';
export type { ActorType, AuditActor, AuditDetails, AuditTarget, NewAuditEntry } from './audit-entry.js';
export { AuditLog } from './audit-log.js';
export { AuditModule } from './audit.module.js';
