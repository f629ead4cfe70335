export { openInstallation, StartupError, type Installation } from './open-installation.js';
export { environment } from './environment.js';
export { openFeatures } from './open-features.js';
export { CoreModule, type CoreOptions } from './core.module.js';
export { FEATURES } from './features.js';
export { installedPlugins, misspeltPluginVariables } from './installed-plugins.js';
export { coreMigrations, migrateInstallation, missingMigrations } from './migrate-installation.js';
export { configClasses, readSettings, type Role, type Settings } from './settings.js';
