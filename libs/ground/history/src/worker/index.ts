export { HistoryWorkerModule } from './history-worker.module.js';
