import { IntakeConfig } from '#config/intake';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { intakeFiles } from './migrations/0016-intake-files.js';
import { intakeFailures } from './migrations/0036-intake-failures.js';
import { intakeEmails } from './migrations/0037-intake-emails.js';

export const intakeFeature = defineFeature({
  name: 'intake',
  migrations: [intakeFiles, intakeFailures, intakeEmails],
  config: [IntakeConfig, IntakeEmailsConfig],
  permissions: [
    ...definePermissions('intake-failures', ['read', 'update', 'delete']),
    ...definePermissions('intake-emails', ['create', 'read', 'update', 'delete']),
  ],
  idPrefixes: { intakeFailure: 'inf', intakeEmail: 'ie' },
  module: async () => (await import('#outside/intake')).IntakeModule,
  http: async () => (await import('./http/intake-http.module.js')).IntakeHttpModule,
  worker: async () => (await import('./worker/intake-worker.module.js')).IntakeWorkerModule,
});
