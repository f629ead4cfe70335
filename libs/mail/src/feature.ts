import { MailConfig } from '#config/mail';
import { defineFeature } from '#libs/feature';

export const mailFeature = defineFeature({
  name: 'mail',
  config: [MailConfig],
  idPrefixes: { mail: 'mail' },
  module: async () => (await import('#libs/mail')).MailModule,
  worker: async () => (await import('#worker/mail')).MailWorkerModule,
});
