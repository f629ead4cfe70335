export type { ActivityEntry, ActivityEvent } from '#libs/history';
export { ActivityLog } from './activity-log.js';
export { ActivityModule } from './activity.module.js';
