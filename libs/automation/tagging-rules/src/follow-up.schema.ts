import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';
import type { FollowUpKind } from './follow-up.js';

/** What follows or has followed because a rule matched a document. */
export const taggingRuleFollowUp = defineEntity({
  name: 'TaggingRuleFollowUp',
  tableName: 'tagging_rule_follow_up',
  properties: {
    /** Not a reference: rules are deleted while documents are locked, and the other way round. */
    taggingRuleId: idColumn().primary(),
    documentId: idColumn().primary(),
    kind: textColumn().primary().$type<FollowUpKind>(),
    organizationId: idColumn(),
    createdAt: dateColumn().defaultRaw('now()'),
    doneAt: dateColumn().nullable(),
  },
});

export interface FollowUpTables {
  tagging_rule_follow_up: InferKyselyTable<typeof taggingRuleFollowUp>;
}
