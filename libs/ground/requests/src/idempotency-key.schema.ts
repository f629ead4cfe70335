import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, textColumn } from '#ground/database';
import type { rateLimit } from './rate-limit.schema.js';

/** Responses kept for clients that send a request again. */
export const idempotencyKey = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_key',
  properties: {
    actor: textColumn().primary(),
    route: textColumn().primary(),
    key: textColumn().primary(),
    fingerprint: textColumn(),
    answer: p.json<unknown>().columnType('json').nullable(),
    createdAt: dateColumn(),
  },
});

export interface RequestTables {
  idempotency_key: InferKyselyTable<typeof idempotencyKey>;
  rate_limit: InferKyselyTable<typeof rateLimit>;
}
