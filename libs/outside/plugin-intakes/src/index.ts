export { IntakeSources, type DescribedSource } from './intake-sources.js';
export { PluginIntakesModule } from './plugin-intakes.module.js';
