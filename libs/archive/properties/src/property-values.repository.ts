import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { CustomPropertyType } from './custom-property-type.js';

/** A value as the API shows it. */
export type ShownValue = boolean | number | string | OptionValue | OptionValue[] | UserValue[] | RelatedDocumentValue[];

export interface OptionValue {
  optionId: string;
  name: string;
}

export interface UserValue {
  userId: string;
  name: string;
  email: string;
}

export interface RelatedDocumentValue {
  documentId: string;
  name: string;
}

/** A custom property of the organization and its value on a document; null without one. */
export interface DocumentProperty {
  propertyId: string;
  key: string;
  name: string;
  type: CustomPropertyType;
  displayOrder: number;
  value: ShownValue | null;
}

/** Id, key, name, type and place of each custom property of an organization, in display order; null without any. */
export type PropertiesInRow = [string, string, string, CustomPropertyType, number][] | null;

/** The expression for {@link PropertiesInRow}, for statements that read documents. */
export function propertiesOf(organizationId: string): string {
  return `(select json_agg(json_build_array(p.id, p.key, p.name, p.type, p.display_order)
      order by p.display_order, p.created_at, p.id)
    from custom_property p where p.organization_id = ${organizationId})`;
}

interface PropertyValue {
  propertyId: string;
  text: string | null;
  number: number | null;
  /** Milliseconds since 1970. */
  date: number | null;
  boolean: boolean | null;
  optionId: string | null;
  optionName: string | null;
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
  relatedId: string | null;
  relatedName: string | null;
}

/** The values of a document as a column of its row, in the order of their positions; null without any. */
export type ValuesInRow = PropertyValue[] | null;

/**
 * The expression for {@link ValuesInRow}, for statements that read documents. `offset 0` keeps the planner from reading
 * all documents, users and options for a hash join, because it expects every value to refer to one.
 */
export function propertyValuesOf(documentId: string): string {
  return `(select json_agg(of_property order by of_property.position) from (
    select v.property_id as "propertyId", v.text_value as text, v.number_value as number, extract(epoch from v.date_value) * 1000 as date,
      v.boolean_value as boolean, v.option_id as "optionId", o.name as "optionName",
      v.user_id as "userId", u.name as "userName", u.email as "userEmail",
      v.related_document_id as "relatedId", r.name as "relatedName", v.position
    from document_custom_property v
    left join lateral (select name from custom_property_option where id = v.option_id offset 0) o on true
    left join lateral (select name, email from "user" where id = v.user_id offset 0) u on true
    left join lateral (select name from document where id = v.related_document_id offset 0) r on true
    where v.document_id = ${documentId}) of_property)`;
}

/** Returns all properties of the organization, in display order, with the values of a document. */
export function documentProperties(properties: PropertiesInRow, values: ValuesInRow): DocumentProperty[] {
  const ofProperty = Map.groupBy(values ?? [], ({ propertyId }) => propertyId);
  return (properties ?? []).map(([propertyId, key, name, type, displayOrder]) => ({
    propertyId,
    key,
    name,
    type,
    displayOrder,
    value: shownValue(type, ofProperty.get(propertyId) ?? []),
  }));
}

/** Reads the custom properties of documents, for responses. Raw: the types of the tables belong to rooms above. */
@Injectable()
export class PropertyValues {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Returns how many of these documents have each option and each boolean value. */
  countsIn(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<{ propertyId: string; optionId: string | null; boolean: boolean | null; count: number }[]> {
    return sqlOver(this.unitOfWork.db).query(
      `select v.property_id as "propertyId", v.option_id as "optionId", v.boolean_value as boolean,
         count(distinct v.document_id)::int as count
       from document_custom_property v join custom_property p on p.id = v.property_id
       where p.organization_id = $1 and v.document_id = any($2) and (v.option_id is not null or v.boolean_value is not null)
       group by v.property_id, v.option_id, v.boolean_value`,
      [organizationId, documentIds],
    );
  }

  /**
   * Returns how many active documents have each of these options. All are counted in the index, and those in the trash,
   * which are fewer, taken away again.
   */
  async countByOption(
    { organizationId }: OrganizationScope,
    optionIds: readonly string[],
  ): Promise<Map<string, number>> {
    if (optionIds.length === 0) return new Map();
    const rows = await sqlOver(this.unitOfWork.db).query<{ optionId: string; count: number }>(
      `with own as (
         select o.id, o.property_id from custom_property_option o join custom_property p on p.id = o.property_id
         where p.organization_id = $1 and o.id = any($2))
       select counted.option_id as "optionId", sum(counted.count)::int as count from (
         select v.option_id, count(*) from document_custom_property v
         where v.option_id in (select id from own) group by v.option_id
         union all
         select v.option_id, -count(*) from document d
         join document_custom_property v on v.document_id = d.id
           and v.property_id in (select property_id from own) and v.option_id in (select id from own)
         where d.organization_id = $1 and d.deleted_at is not null group by v.option_id) counted
       group by counted.option_id`,
      [organizationId, optionIds],
    );
    return new Map(rows.map(({ optionId, count }) => [optionId, count]));
  }

  /** Returns for each of the documents all properties in display order, in one statement. */
  async ofDocuments(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<Map<string, DocumentProperty[]>> {
    if (documentIds.length === 0) return new Map();
    const rows = await sqlOver(this.unitOfWork.db).query<{
      id: string;
      properties: PropertiesInRow;
      values: ValuesInRow;
    }>(
      `select wanted.id, case when wanted.place = 1 then ${propertiesOf('$1')} end as properties,
         case when d.id is not null then ${propertyValuesOf('wanted.id')} end as "values"
       from unnest($2::text[]) with ordinality as wanted(id, place)
       left join lateral (select id from document where id = wanted.id and organization_id = $1 offset 0) d on true
       order by wanted.place`,
      [organizationId, documentIds],
    );
    const properties = rows[0]?.properties ?? null;
    return new Map(rows.map(({ id, values }) => [id, documentProperties(properties, values)]));
  }
}

/** The value that these rows hold, in the order of their positions. */
function shownValue(type: CustomPropertyType, rows: readonly PropertyValue[]): ShownValue | null {
  const [first] = rows;
  if (!first) return null;
  switch (type) {
    case 'text':
      return first.text;
    case 'number':
      return first.number;
    case 'date':
      return first.date === null ? null : new Date(first.date).toISOString();
    case 'boolean':
      return first.boolean;
    case 'select':
      return optionValue(first);
    case 'multi_select':
      return rows.map(optionValue);
    case 'user_relation':
      return rows.map(({ userId, userName, userEmail }) => ({
        userId: userId ?? '',
        name: userName ?? '',
        email: userEmail ?? '',
      }));
    case 'document_relation':
      return rows.map(({ relatedId, relatedName }) => ({ documentId: relatedId ?? '', name: relatedName ?? '' }));
  }
}

function optionValue({ optionId, optionName }: PropertyValue): OptionValue {
  return { optionId: optionId ?? '', name: optionName ?? '' };
}
