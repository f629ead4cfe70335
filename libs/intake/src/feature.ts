import { IntakeConfig } from '#config/intake';
import { defineFeature } from '#libs/feature';
import { definePermissions } from '#libs/http-kit';
import { intakeFiles } from './migrations/0016-intake-files.js';
import { intakeFailures } from './migrations/0036-intake-failures.js';

export const intakeFeature = defineFeature({
  name: 'intake',
  config: [IntakeConfig],
  idPrefixes: { intakeFailure: 'inf' },
  permissions: definePermissions('intake-failures', ['read', 'update', 'delete']),
  migrations: [intakeFiles, intakeFailures],
  module: async () => (await import('#libs/intake')).IntakeModule,
  http: async () => (await import('#http/intake')).IntakeHttpModule,
  worker: async () => (await import('#worker/intake')).IntakeWorkerModule,
});
