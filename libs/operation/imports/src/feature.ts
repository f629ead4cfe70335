import { defineFeature } from '#ground/features';
import { importItems } from './migrations/0077-import-items.js';

export const importsFeature = defineFeature({
  name: 'imports',
  migrations: [importItems],
  module: async () => (await import('#operation/imports')).ImportsModule,
});
