export { TagsWorkerModule } from './tags-worker.module.js';
