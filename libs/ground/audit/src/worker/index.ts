export { AuditWorkerModule } from './audit-worker.module.js';
