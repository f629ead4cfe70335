export { IntakeWorkerModule } from './intake-worker.module.js';
