import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

export const SUGGESTION_KINDS = ['documentDate', 'name'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

/** Whether it is a kind of suggestion of which a document has one; labels have ids. */
export function isDetail(kind: string): kind is SuggestionKind {
  return (SUGGESTION_KINDS as readonly string[]).includes(kind);
}

/** A date or a name that an auto-tagger suggests for a document, until a person accepts or dismisses it. */
export const documentSuggestion = defineEntity({
  name: 'DocumentSuggestion',
  tableName: 'document_suggestion',
  properties: {
    documentId: idColumn().primary(),
    kind: textColumn().$type<SuggestionKind>().primary(),
    /** A name, or a date as `YYYY-MM-DD`. */
    value: textColumn(),
    /** The id of the plugin. */
    provider: idColumn(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

/** As `SuggestedProperty` of the plugin kit has it: an option by its name. */
export type SuggestedValue = boolean | number | string | string[];

/** A value that an auto-tagger suggests for a property of a document, until a person accepts or dismisses it. */
export const propertySuggestion = defineEntity({
  name: 'PropertySuggestion',
  tableName: 'property_suggestion',
  properties: {
    documentId: idColumn().primary(),
    propertyId: idColumn().primary(),
    value: p.json<SuggestedValue>().columnType('jsonb'),
    /** The id of the plugin. */
    provider: idColumn(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

/** What one organization has asked of one plugin in one month. */
export const autoTaggingUsage = defineEntity({
  name: 'AutoTaggingUsage',
  tableName: 'auto_tagging_usage',
  properties: {
    organizationId: idColumn().primary(),
    /** `YYYY-MM`, in UTC. */
    month: textColumn().primary(),
    /** The id of the plugin. */
    provider: idColumn().primary(),
    requests: p.bigint('number').default(0),
    failures: p.bigint('number').default(0),
    inputTokens: p.bigint('number').default(0),
    outputTokens: p.bigint('number').default(0),
  },
});

export interface AutoTaggingTables {
  document_suggestion: InferKyselyTable<typeof documentSuggestion>;
  auto_tagging_usage: InferKyselyTable<typeof autoTaggingUsage>;
}
