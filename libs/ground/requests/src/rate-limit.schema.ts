import { defineEntity, p } from '@mikro-orm/core';
import { bigintColumn, textColumn } from '#ground/database';

/** Read and written by `rate-limiter-flexible`; expired rows are removed by a scheduled task. */
export const rateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  properties: { key: textColumn().primary(), points: p.integer().default(0), expire: bigintColumn().nullable() },
});
