export { ActivityLog, type ActivityEntry, type ActivityEvent } from './activity-log.js';
export { ActivityModule } from './activity.module.js';
