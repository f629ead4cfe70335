export { openInstallation, StartupError, type Installation } from './open-installation.js';
export { environment } from './environment.js';
export { migrateInstallation } from './migrate-installation.js';
