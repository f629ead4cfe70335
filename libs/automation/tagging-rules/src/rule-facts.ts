import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import type { CustomPropertyType } from '#archive/properties';
import type { OrganizationScope } from '#ground/kernel';
import type { MatchableDocument } from './rule-matching.js';
import type { Matching } from './tagging-rule.js';

/** Reads what conditions compare with. */
@Injectable()
export class RuleFacts {
  /** Returns the types of the properties that exist, by id. */
  async propertyTypes(
    sql: Sql,
    { organizationId }: OrganizationScope,
    propertyIds: readonly string[],
  ): Promise<Map<string, CustomPropertyType>> {
    const rows = await sql.query<{ id: string; type: CustomPropertyType }>(
      'select id, type from custom_property where organization_id = $1 and id = any($2::text[])',
      [organizationId, propertyIds],
    );
    return new Map(rows.map(({ id, type }) => [id, type]));
  }

  /** Reads the documents that exist in one statement; without `includeContent`, with an empty content. */
  async read(
    sql: Sql,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    { includeContent, propertyIds }: { includeContent: boolean; propertyIds: readonly string[] },
  ): Promise<(MatchableDocument & { id: string })[]> {
    return sql.query(
      `select d.id, d.name, ${includeContent ? 'd.content' : `'' as content`}, d.source, d.mime_type as type,
         d.original_size::float8 as size,
         to_char(d.document_date at time zone 'UTC', 'YYYY-MM-DD') as "documentDate",
         ${propertyIds.length === 0 ? `'{}'::jsonb` : PROPERTIES} as properties
       from document d where d.organization_id = $1 and d.id = any($2::text[])`,
      [organizationId, documentIds, ...(propertyIds.length === 0 ? [] : [propertyIds])],
    );
  }
}

const PROPERTIES = `coalesce((
  select jsonb_object_agg(own.property_id, own.facts) from (
    select v.property_id, jsonb_agg(coalesce(to_jsonb(v.text_value), to_jsonb(v.number_value),
      to_jsonb(to_char(v.date_value at time zone 'UTC', 'YYYY-MM-DD')), to_jsonb(v.boolean_value),
      to_jsonb(coalesce(v.option_id, v.user_id, v.related_document_id)))) as facts
    from document_custom_property v where v.document_id = d.id and v.property_id = any($3::text[])
    group by v.property_id) own), '{}')`;

/** The properties that the rules look at. */
export function propertyIdsOf(rules: readonly Matching[]): string[] {
  const ids = rules.flatMap(({ conditions }) => conditions.map(({ propertyDefinitionId }) => propertyDefinitionId));
  return [...new Set(ids)].filter((id) => id !== undefined && id !== null);
}
