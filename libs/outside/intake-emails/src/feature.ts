import { IntakeEmailsConfig } from '#config/intake-emails';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { intakeEmails } from './migrations/0037-intake-emails.js';

export const intakeEmailsFeature = defineFeature({
  name: 'intake-emails',
  config: [IntakeEmailsConfig],
  idPrefixes: { intakeEmail: 'ie' },
  permissions: definePermissions('intake-emails', ['create', 'read', 'update', 'delete']),
  migrations: [intakeEmails],
  module: async () => (await import('#outside/intake-emails')).IntakeEmailsModule,
  http: async () => (await import('#outside/intake-emails/http')).IntakeEmailsHttpModule,
});
