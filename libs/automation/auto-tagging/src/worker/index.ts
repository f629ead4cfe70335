export { AutoTaggingWorkerModule } from './auto-tagging-worker.module.js';
