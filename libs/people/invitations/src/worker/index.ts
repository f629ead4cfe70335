export { InvitationsWorkerModule } from './invitations-worker.module.js';
