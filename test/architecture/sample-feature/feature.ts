import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { SampleConfig } from './sample.config.js';

export const sampleFeature = defineFeature({
  name: 'sample',
  config: [SampleConfig],
  idPrefixes: { greeting: 'smp' },
  permissions: definePermissions('sample-greetings', ['read']),
  migrations: [
    {
      name: '9999-sample',
      up: 'create table sample_greeting (text text primary key)',
      down: 'drop table sample_greeting',
    },
  ],
  http: async () => (await import('./sample.http.js')).SampleHttpModule,
  worker: async () => (await import('./sample.worker.js')).SampleWorkerModule,
});
