export type { AuditFilter, AuditScope } from './audit';
export { AuditLog } from './audit-log';
