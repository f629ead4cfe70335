export { limitedCall } from './limited-call.js';
export { installedIds, loadPlugins, type LoadedPlugin } from './load-plugins.js';
export { migratePlugins } from './migrate-plugins.js';
export { misspeltVariables } from './misspelt-variables.js';
export { PluginHost, type Instance, type PluginStatus, type ProvidedBy } from './plugin-host.js';
export { PluginHostModule } from './plugin-host.module.js';
export type { PluginInstance } from './plugin-instances.js';
export { PluginsError } from './plugin-mistake.js';
export { projectRoot } from './project-root.js';
