import { scheduledTask } from '#ground/jobs';
import { Tasks } from '#archive/tasks';

/** Polls the dead-letter queues: a killed process cannot report that its job failed. */
export const FailAbandonedTasks = scheduledTask('fail-abandoned-tasks', Tasks, {
  cron: '*/30 * * * * *',
  description: 'marks tasks as failed whose job failed in its last attempt',
  isNeeded: (tasks) => tasks.haveUnfinished(),
  run: (tasks) => tasks.failAbandoned(),
  sentence: (count) => `${count} tasks failed: their jobs were dead-lettered.`,
});
