export { OrganizationsWorkerModule } from './organizations-worker.module.js';
