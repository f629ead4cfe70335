export { StorageWorkerModule } from './storage-worker.module.js';
