export { PrefersAsync, StartedTask, startedTask } from './started-task.js';
