import { defineFeature } from '#ground/features';
import { scheduledTasks } from './migrations/0011-scheduled-tasks.js';

export const jobsFeature = defineFeature({ name: 'jobs', migrations: [scheduledTasks] });
