import { describe, expect, it } from '@jest/globals';
import { shownTasks } from './shown-tasks';
import type { Task } from './tasks.queries';

const aTask = (id: string, status: Task['status'], type = 'change-tags') => ({ id, status, type }) as Task;

describe('the tasks in the tray', () => {
  const tasks = [
    aTask('task_1', 'running'),
    aTask('task_2', 'completed'),
    aTask('task_3', 'completed'),
    aTask('task_4', 'pending'),
    aTask('task_5', 'running', 'reprocess-document'),
  ];
  const ids = (seen: string[], hidden: string[]) =>
    shownTasks(tasks, { seen: new Set(seen), hidden: new Set(hidden) }).map(({ id }) => id);

  it('the tray shows tasks at work and tasks that ended while the page was open', () => {
    expect(ids(['task_1', 'task_2'], [])).toEqual(['task_1', 'task_2', 'task_4']);
  });

  it('the tray does not show tasks that were hidden', () => {
    expect(ids(['task_1', 'task_2'], ['task_2', 'task_4'])).toEqual(['task_1']);
  });
});
