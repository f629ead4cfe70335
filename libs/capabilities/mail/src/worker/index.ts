export { MailWorkerModule } from './mail-worker.module.js';
