export { limitedCall } from './limited-call.js';
export { loadPlugins, type LoadedPlugin } from './load-plugins.js';
export { migratePlugins } from './migrate-plugins.js';
export { PluginHost, type ProvidedBy } from './plugin-host.js';
export { PluginHostModule } from './plugin-host.module.js';
export { projectRoot } from './project-root.js';
