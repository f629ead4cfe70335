export { TaskProgress } from './task-progress';
