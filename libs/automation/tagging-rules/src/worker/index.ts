export { TaggingRulesWorkerModule } from './tagging-rules-worker.module.js';
