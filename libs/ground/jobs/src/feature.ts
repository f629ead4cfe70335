import { defineFeature } from '#ground/features';
import { scheduledTasks } from './migrations/0011-scheduled-tasks.js';
import { processes } from './migrations/0053-processes.js';

export const jobsFeature = defineFeature({ name: 'jobs', migrations: [scheduledTasks, processes] });
