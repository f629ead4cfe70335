import { defineEntity, p } from '@mikro-orm/core';
import { idColumn, textColumn } from '#ground/database';

/** A document that a retention rule locks. */
export const retentionLock = defineEntity({
  name: 'RetentionLock',
  tableName: 'retention_lock',
  properties: {
    documentId: idColumn().primary(),
    organizationId: idColumn(),
    ruleId: idColumn(),
    /** When it locked the document. */
    ruleName: textColumn(),
    /** The first day without the lock. */
    until: p.date().columnType('date'),
  },
});
