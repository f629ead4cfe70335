import { IntakeConfig } from '#config/intake';
import { defineFeature } from '#ground/features';
import { definePermissions } from '#ground/http-kit';
import { intakeFiles } from './migrations/0016-intake-files.js';
import { intakeFailures } from './migrations/0036-intake-failures.js';

export const intakeFeature = defineFeature({
  name: 'intake',
  config: [IntakeConfig],
  idPrefixes: { intakeFailure: 'inf' },
  permissions: definePermissions('intake-failures', ['read', 'update', 'delete']),
  migrations: [intakeFiles, intakeFailures],
  module: async () => (await import('#outside/intake')).IntakeModule,
  http: async () => (await import('#outside/intake/http')).IntakeHttpModule,
  worker: async () => (await import('#outside/intake/worker')).IntakeWorkerModule,
});
