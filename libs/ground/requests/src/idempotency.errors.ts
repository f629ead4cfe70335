import { defineError } from '#ground/kernel';

export const IdempotencyKeyInvalid = defineError(
  'idempotency.invalid_key',
  'invalid',
  'The header Idempotency-Key must be 1 to 255 printable ASCII characters.',
);
export const IdempotencyKeyReused = defineError(
  'idempotency.key_reused',
  'conflict',
  'This Idempotency-Key was used with another request in the last 24 hours. Send a new key with a new request.',
);
export const IdempotencyKeyUsed = defineError(
  'idempotency.already_used',
  'conflict',
  'The request with this Idempotency-Key was carried out. Its response held a secret, which is not stored and not shown again.',
);
