import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** Which date of a document its time counts from. */
export const RETENTION_DATES = ['createdAt', 'documentDate', 'property'] as const;
export type RetentionDate = (typeof RETENTION_DATES)[number];

export const KEEP_UNITS = ['months', 'years'] as const;
export type KeepUnit = (typeof KEEP_UNITS)[number];

/** What happens when the time is over, the most careful first. `review`: the document is put into the inbox. */
export const RETENTION_ACTIONS = ['review', 'trash', 'purge'] as const;
export type RetentionAction = (typeof RETENTION_ACTIONS)[number];

export const retentionRule = defineEntity({
  name: 'RetentionRule',
  tableName: 'retention_rule',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    createdBy: idColumn().nullable(),
    name: textColumn(),
    /** Empty for all documents. */
    query: textColumn(),
    dateSource: textColumn().$type<RetentionDate>(),
    /** Null also when the property of the rule was deleted. */
    propertyId: idColumn().nullable(),
    keepAmount: p.integer(),
    keepUnit: textColumn().$type<KeepUnit>(),
    action: textColumn().$type<RetentionAction>(),
    isEnabled: p.boolean(),
    /** It locks documents until their time is over. */
    isLocking: p.boolean(),
  },
});

/** A document that a rule has put into the inbox. */
export const retentionReview = defineEntity({
  name: 'RetentionReview',
  tableName: 'retention_review',
  properties: {
    ruleId: idColumn().primary(),
    documentId: idColumn().primary(),
    dueOn: p.date().columnType('date'),
  },
});

/** The last day on which all rules of an organization were applied. */
export const retentionRun = defineEntity({
  name: 'RetentionRun',
  tableName: 'retention_run',
  properties: {
    organizationId: idColumn().primary(),
    day: p.date().columnType('date'),
  },
});

export interface RetentionRuleTables {
  retention_rule: InferKyselyTable<typeof retentionRule>;
}
