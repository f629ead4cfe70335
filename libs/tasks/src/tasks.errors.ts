import { defineError } from '#libs/kernel';

export const TaskNotFound = defineError('tasks.not_found', 'not_found', 'Task not found.');
