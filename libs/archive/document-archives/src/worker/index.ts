export { DocumentArchivesWorkerModule } from './document-archives-worker.module.js';
