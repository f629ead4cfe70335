import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { agenda } from './migrations/0069-agenda.js';

export const agendaFeature = defineFeature({
  name: 'agenda',
  migrations: [agenda],
  permissions: definePermissions('reminders', ['create', 'read', 'update', 'delete']),
  idPrefixes: { reminder: 'rem' },
  module: async () => (await import('#outside/agenda')).AgendaModule,
  worker: async () => (await import('./worker/agenda-worker.module.js')).AgendaWorkerModule,
  http: async () => (await import('./http/agenda-http.module.js')).AgendaHttpModule,
});
