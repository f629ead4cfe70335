export { PluginIntakesWorkerModule } from './plugin-intakes-worker.module.js';
