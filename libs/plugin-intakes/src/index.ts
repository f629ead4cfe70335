export { PluginIntakesModule } from './plugin-intakes.module.js';
