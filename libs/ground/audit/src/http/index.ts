export { AuditHttpModule } from './audit-http.module.js';
