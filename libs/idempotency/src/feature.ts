import { defineFeature } from '#libs/feature';

export const idempotencyFeature = defineFeature({
  name: 'idempotency',
  module: async () => (await import('#libs/idempotency')).IdempotencyModule,
  worker: async () => (await import('#worker/idempotency')).IdempotencyWorkerModule,
});
