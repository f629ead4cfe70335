import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import type { CustomPropertyType } from '#archive/properties';
import type { OrganizationScope } from '#ground/kernel';
import type { MatchableDocument } from './rule-matching.js';
import type { RuleSql } from './rule-sql.js';
import type { Matching } from './tagging-rule.js';

/** A document that a rule may apply to. */
export interface Candidate {
  id: string;
  createdAt: Date;
  /** How many of the rule's tags it does not have yet. */
  missingTags: number;
  /** Size of its text. */
  bytes: number;
}

/** Of conditions in {@link RuleFacts.matching}. */
export const FIRST_PARAMETER = 3;

/** Reads the documents that rules look at, and what conditions compare with. Raw: the conditions are generated SQL. */
@Injectable()
export class RuleFacts {
  async count(sql: Sql, { organizationId }: OrganizationScope): Promise<number> {
    const [row] = await sql.query<{ count: number }>(
      'select count(*)::int as count from document where organization_id = $1 and deleted_at is null',
      [organizationId],
    );
    return row?.count ?? 0;
  }

  /** Active documents, newest first, after the cursor `after`. */
  page(
    sql: Sql,
    { organizationId }: OrganizationScope,
    { tagIds, after, size }: { tagIds: readonly string[]; after: string | null; size: number },
  ): Promise<Candidate[]> {
    const [createdAt, id] = after === null ? [null, null] : after.split(' ');
    return sql.query<Candidate>(
      `select d.id, d.created_at as "createdAt", octet_length(d.content) as bytes, (
         select count(*)::int from tag t where t.organization_id = $1 and t.id = any($2::text[])
           and not exists (select from document_tag dt where dt.document_id = d.id and dt.tag_id = t.id)
       ) as "missingTags"
       from document d where d.organization_id = $1 and d.deleted_at is null
         ${after === null ? '' : 'and (d.created_at, d.id) < ($4::timestamptz, $5::text)'}
       order by d.created_at desc, d.id desc limit $3`,
      [organizationId, tagIds, size, ...(after === null ? [] : [createdAt, id])],
    );
  }

  /** The names of documents, in the order of the ids; of those that exist. */
  names(
    sql: Sql,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<{ id: string; name: string }[]> {
    return sql.query(
      `select d.id, d.name from unnest($2::text[]) with ordinality as wanted(id, place) join document d using (id)
       where d.organization_id = $1 order by place`,
      [organizationId, documentIds],
    );
  }

  /**
   * Those of the documents for which the condition holds, and whether it is exact for them. Its parameters are numbered
   * from {@link FIRST_PARAMETER}.
   */
  async matching(
    sql: Sql,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    condition: RuleSql,
  ): Promise<{ id: string; certain: boolean }[]> {
    return sql.query(
      `select d.id, ${condition.certain} as certain from document d
       where d.organization_id = $1 and d.id = any($2::text[]) and ${condition.text}`,
      [organizationId, documentIds, ...condition.values],
    );
  }

  /** The database ends transactions in which nothing happens. */
  async keepAlive(sql: Sql): Promise<void> {
    await sql.query('select');
  }

  /** Of those properties that exist, by id. */
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

  /** Of those documents that exist; without `includeContent`, with an empty content. One statement. */
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
