import { MailConfig } from '#config/mail';
import { defineFeature } from '#ground/features';

export const mailFeature = defineFeature({
  name: 'mail',
  config: [MailConfig],
  idPrefixes: { mail: 'mail' },
  module: async () => (await import('#capabilities/mail')).MailModule,
  worker: async () => (await import('./worker/mail-worker.module.js')).MailWorkerModule,
});
