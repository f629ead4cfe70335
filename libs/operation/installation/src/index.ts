export { archiveSecret } from './archive-secret.js';
export { BackedUpArchiveModule, restoreTargetOf } from './backed-up-archive.module.js';
export { openInstallation, type Installation } from './open-installation.js';
export { StartupError } from './startup-error.js';
export { environment } from './environment.js';
export { openFeatures } from './open-features.js';
export { CoreModule, type CoreOptions } from './core.module.js';
export { FEATURES } from './features.js';
export { installedPlugins, variablesWithoutEffect } from './installed-plugins.js';
export {
  coreMigrations,
  migrateInstallation,
  migrateTo,
  requireCurrentSchema,
  schemaState,
  type SchemaState,
} from './installation-schema.js';
export { configClasses, readSettings, type Role, type Settings } from './settings.js';
