import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn } from '#ground/database';
import type { RuleDifference } from './rule-change.js';

/** What the rules have changed in a document that came in. */
export const taggingRuleRun = defineEntity({
  name: 'TaggingRuleRun',
  tableName: 'tagging_rule_run',
  properties: {
    id: idColumn().primary(),
    organizationId: idColumn(),
    documentId: idColumn(),
    createdAt: dateColumn().defaultRaw('now()'),
    /** The rules that matched, with their names at that time; they may be deleted since. */
    rules: p.json<{ id: string; name: string }[]>().columnType('jsonb'),
    difference: p.json<RuleDifference>().columnType('jsonb'),
    undoneAt: dateColumn().nullable(),
  },
});

export interface RuleRunTables {
  tagging_rule_run: InferKyselyTable<typeof taggingRuleRun>;
}
