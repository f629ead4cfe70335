export { PreviewsWorkerModule } from './previews-worker.module.js';
