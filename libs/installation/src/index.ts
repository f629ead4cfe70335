export { openInstallation, StartupError, type Installation } from './open-installation.js';
export { environment } from './environment.js';
export { migrateInstallation } from './migrate-installation.js';
export { CONFIGS, readSettings, type Role, type Settings } from './settings.js';
