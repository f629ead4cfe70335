import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#libs/database';
import type { OrganizationScope } from '#libs/kernel';
import type { CustomPropertyType } from './custom-property.schema.js';

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

interface ValueRow extends Omit<DocumentProperty, 'value'> {
  documentId: string | null;
  text: string | null;
  number: number | null;
  date: Date | null;
  boolean: boolean | null;
  optionId: string | null;
  optionName: string | null;
  userId: string | null;
  userName: string | null;
  userEmail: string | null;
  relatedId: string | null;
  relatedName: string | null;
}

/** The expression for whether an organization has any property, for statements that read documents. */
export function hasPropertiesOf(organizationId: string): string {
  return `(select exists (select from custom_property where organization_id = ${organizationId}))`;
}

/** Reads the custom properties of documents, for responses. */
@Injectable()
export class PropertyValues {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** How many of these documents have each option and each boolean value. */
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
   * For each of the documents, all properties of the organization in display order. One statement. `offset 0` keeps the
   * planner from reading all documents, users and options for a hash join, because it expects every value to refer to one.
   */
  async ofDocuments(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<Map<string, DocumentProperty[]>> {
    if (documentIds.length === 0) return new Map();
    const rows = await sqlOver(this.unitOfWork.db).query<ValueRow>(
      `select p.id as "propertyId", p.key, p.name, p.type, p.display_order as "displayOrder",
         v.document_id as "documentId", v.text_value as text, v.number_value as number, v.date_value as date,
         v.boolean_value as boolean, v.option_id as "optionId", o.name as "optionName",
         v.user_id as "userId", u.name as "userName", u.email as "userEmail",
         v.related_document_id as "relatedId", r.name as "relatedName"
       from custom_property p
       left join document_custom_property v on v.property_id = p.id and v.document_id = any($2)
       left join lateral (select name from custom_property_option where id = v.option_id offset 0) o on true
       left join lateral (select name, email from "user" where id = v.user_id offset 0) u on true
       left join lateral (select name from document where id = v.related_document_id offset 0) r on true
       where p.organization_id = $1
       order by p.display_order, p.created_at, p.id, v.position`,
      [organizationId, documentIds],
    );
    const properties = new Map(
      rows.map(({ propertyId, key, name, type, displayOrder }) => [
        propertyId,
        { propertyId, key, name, type, displayOrder },
      ]),
    );
    const values = Map.groupBy(
      rows.filter(({ documentId }) => documentId !== null),
      ({ documentId, propertyId }) => `${documentId} ${propertyId}`,
    );
    return new Map(
      documentIds.map((id) => [
        id,
        Array.from(properties.values(), (property) => ({
          ...property,
          value: shownValue(property.type, values.get(`${id} ${property.propertyId}`) ?? []),
        })),
      ]),
    );
  }
}

/** The value that these rows hold, in the order of their positions. */
function shownValue(type: CustomPropertyType, rows: readonly ValueRow[]): ShownValue | null {
  const [first] = rows;
  if (!first) return null;
  switch (type) {
    case 'text':
      return first.text;
    case 'number':
      return first.number;
    case 'date':
      return first.date?.toISOString() ?? null;
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

function optionValue({ optionId, optionName }: ValueRow): OptionValue {
  return { optionId: optionId ?? '', name: optionName ?? '' };
}
