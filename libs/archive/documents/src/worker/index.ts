export { DocumentsWorkerModule } from './documents-worker.module.js';
