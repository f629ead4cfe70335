export { RetentionWorkerModule } from './retention-worker.module.js';
