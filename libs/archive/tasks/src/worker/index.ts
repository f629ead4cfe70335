export { TasksWorkerModule } from './tasks-worker.module.js';
