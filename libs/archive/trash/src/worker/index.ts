export { TrashWorkerModule } from './trash-worker.module.js';
