import { defineFeature } from '#libs/feature';
import { intakeFiles } from './migrations/0016-intake-files.js';

export const intakeFeature = defineFeature({
  name: 'intake',
  migrations: [intakeFiles],
  module: async () => (await import('#libs/intake')).IntakeModule,
  worker: async () => (await import('#worker/intake')).IntakeWorkerModule,
});
