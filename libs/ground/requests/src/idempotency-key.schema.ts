import { defineEntity, p } from '@mikro-orm/core';
import { dateColumn, textColumn } from '#ground/database';

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
