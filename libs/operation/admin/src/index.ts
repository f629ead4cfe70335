export { PasswordResetSent } from './admin.audit.js';
export { AdministerJobs } from './administer-jobs.js';
export { AdministerUsers } from './administer-users.js';
export { AdminModule } from './admin.module.js';
export { InstallationStatistics, type FiguresOfDay, type InstallationFigures } from './installation-statistics.js';
