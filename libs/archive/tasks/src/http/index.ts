export { TaskParams } from './task.dto.js';
export { TasksHttpModule } from './tasks-http.module.js';
