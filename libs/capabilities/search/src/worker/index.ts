export { SearchWorkerModule } from './search-worker.module.js';
