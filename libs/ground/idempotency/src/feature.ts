import { defineFeature } from '#ground/features';

export const idempotencyFeature = defineFeature({
  name: 'idempotency',
  module: async () => (await import('#ground/idempotency')).IdempotencyModule,
  worker: async () => (await import('#ground/idempotency/worker')).IdempotencyWorkerModule,
});
