export { TaskProgress } from './task-progress';
export { runningTask } from './task-progress.queries';
