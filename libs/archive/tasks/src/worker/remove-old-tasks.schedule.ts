import { scheduledTask } from '#ground/jobs';
import { Tasks } from '#archive/tasks';

export const RemoveOldTasks = scheduledTask('remove-old-tasks', Tasks, {
  cron: '17 3 * * *',
  description: 'removes tasks that ended more than 30 days ago',
  run: (tasks) => tasks.removeOld(),
});
