import { defineEntity, p } from '@mikro-orm/core';
import { bigintColumn, textColumn } from './columns.js';

/** Which process does the work that only one may do. Rows stay, so that their numbers only grow. */
export const lease = defineEntity({
  name: 'Lease',
  tableName: 'lease',
  properties: {
    /** What is done. */
    name: textColumn().primary(),
    /** The process; null after its release. */
    holder: textColumn().nullable(),
    /** How many times the lease was taken. */
    number: bigintColumn(),
    expiresAt: p.datetime().columnType('timestamptz').nullable(),
  },
});
