export { TaskParams } from './task.dto.js';
