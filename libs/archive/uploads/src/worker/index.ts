export { UploadsWorkerModule } from './uploads-worker.module.js';
