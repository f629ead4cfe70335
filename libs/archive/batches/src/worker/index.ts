export { BatchesWorkerModule } from './batches-worker.module.js';
