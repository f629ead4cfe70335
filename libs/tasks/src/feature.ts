import { defineFeature } from '#libs/feature';
import { cancelAndUndo } from './migrations/0022-cancel-and-undo.js';

export const tasksFeature = defineFeature({
  name: 'tasks',
  idPrefixes: { task: 'task' },
  migrations: [cancelAndUndo],
  module: async () => (await import('#libs/tasks')).TasksModule,
  http: async () => (await import('#http/tasks')).TasksHttpModule,
  worker: async () => (await import('#worker/tasks')).TasksWorkerModule,
});
