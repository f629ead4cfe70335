export type { AuditScope } from './audit';
export { auditVerification } from './audit.queries';
export { AuditLog } from './audit-log';
