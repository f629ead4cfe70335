export { BatchesHttpModule } from './batches-http.module.js';
export { PrefersAsync, StartedTask, startedTask } from './started-task.js';
