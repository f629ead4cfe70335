import { defineFeature } from '#libs/feature';

export const tasksFeature = defineFeature({
  name: 'tasks',
  idPrefixes: { task: 'task' },
  module: async () => (await import('#libs/tasks')).TasksModule,
  http: async () => (await import('#http/tasks')).TasksHttpModule,
  worker: async () => (await import('#worker/tasks')).TasksWorkerModule,
});
