import { TasksConfig } from '#config/tasks';
import { defineFeature } from '#ground/features';
import { cancelAndUndo } from './migrations/0022-cancel-and-undo.js';

export const tasksFeature = defineFeature({
  name: 'tasks',
  config: [TasksConfig],
  idPrefixes: { task: 'task' },
  migrations: [cancelAndUndo],
  module: async () => (await import('#archive/tasks')).TasksModule,
  http: async () => (await import('./http/tasks-http.module.js')).TasksHttpModule,
  worker: async () => (await import('./worker/tasks-worker.module.js')).TasksWorkerModule,
});
