import { defineFeature } from '#libs/feature';

export const intakeEmailsFeature = defineFeature({
  name: 'intake-emails',
  module: async () => (await import('#libs/intake-emails')).IntakeEmailsModule,
});
