export { PluginIntakesHttpModule } from './plugin-intakes-http.module.js';
