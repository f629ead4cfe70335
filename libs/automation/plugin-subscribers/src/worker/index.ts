export { PluginSubscribersWorkerModule } from './plugin-subscribers-worker.module.js';
