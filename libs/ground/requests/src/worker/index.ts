export { RequestsWorkerModule } from './requests-worker.module.js';
