export { ProcessingWorkerModule } from './processing-worker.module.js';
