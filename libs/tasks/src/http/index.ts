export { TasksHttpModule } from './tasks-http.module.js';
