import { Injectable } from '@nestjs/common';
import type { TaggingProperty } from '@archivolt/plugin-kit';
import { propertyKey } from '#capabilities/query';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { SuggestedValue } from './document-suggestion.schema.js';

/** A property of which a document has no value. */
export interface OpenProperty extends TaggingProperty {
  id: string;
}

/** A value that is suggested for a property of which the document has none. */
export interface PropertySuggestion {
  propertyId: string;
  propertyName: string;
  type: TaggingProperty['type'];
  value: SuggestedValue;
  /** Names of options that do not exist yet. */
  newOptions: string[];
  provider: string;
  createdAt: Date;
}

/** The values of other types name people and documents, which a model gets nothing of. */
const TYPES: readonly TaggingProperty['type'][] = ['boolean', 'date', 'multi_select', 'number', 'select', 'text'];
const MOST_PROPERTIES = 50;
const MOST_OPTIONS = 200;
const HAS_VALUE = `exists (select from document_custom_property v where v.document_id = d.id and v.property_id = p.id)`;

/** Every statement on `property_suggestion`. Raw: each is also about properties and their values, of other rooms. */
@Injectable()
export class PropertySuggestionRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The first of the properties that are shown and that the document has no value of, with their first options. */
  open({ organizationId }: OrganizationScope, documentId: string, tx?: Transaction): Promise<OpenProperty[]> {
    return (tx?.sql ?? sqlOver(this.unitOfWork.db)).query(
      `select p.id, p.name, p.description, p.type,
         array(select o.name from custom_property_option o where o.property_id = p.id
           order by o.display_order, o.id limit ${MOST_OPTIONS}) as options
       from document d join custom_property p on p.organization_id = d.organization_id
       where d.organization_id = $1 and d.id = $2 and p.type = any($3::text[]) and not p.hidden and not ${HAS_VALUE}
       order by p.display_order, p.created_at, p.id limit ${MOST_PROPERTIES}`,
      [organizationId, documentId, TYPES],
    );
  }

  /** Returns the suggestions for properties that have no value, in the order of the properties. */
  async list({ organizationId }: OrganizationScope, documentId: string): Promise<PropertySuggestion[]> {
    const sql = sqlOver(this.unitOfWork.db);
    const rows = await sql.query<Omit<PropertySuggestion, 'newOptions'>>(
      `select p.id as "propertyId", p.name as "propertyName", p.type, s.value, s.provider, s.created_at as "createdAt"
       from document d join property_suggestion s on s.document_id = d.id
       join custom_property p on p.id = s.property_id and p.organization_id = d.organization_id
       where d.organization_id = $1 and d.id = $2 and not ${HAS_VALUE}
       order by p.display_order, p.created_at, p.id`,
      [organizationId, documentId],
    );
    const options = await this.#optionsNamed(sql, rows);
    return rows.map((row) => {
      const known = new Set(options.filter(({ propertyId }) => propertyId === row.propertyId).map(({ key }) => key));
      return { ...row, newOptions: optionNames(row).filter((name) => !known.has(propertyKey(name))) };
    });
  }

  /**
   * Removes the suggestion and returns it; undefined when it is gone, or the property has a value meanwhile. The caller
   * holds the lock of the document.
   */
  async take(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, propertyId }: { documentId: string; propertyId: string },
  ): Promise<{ type: TaggingProperty['type']; value: SuggestedValue } | undefined> {
    const [row] = await tx.sql.query<{ type: TaggingProperty['type']; value: SuggestedValue }>(
      `delete from property_suggestion s using document d, custom_property p
       where d.organization_id = $1 and d.id = $2 and s.document_id = d.id and s.property_id = $3
         and p.id = s.property_id and p.organization_id = d.organization_id and not ${HAS_VALUE}
       returning p.type, s.value`,
      [organizationId, documentId, propertyId],
    );
    return row;
  }

  /** The ids of the options of a property that have these names, by the keys of the names. */
  async optionIds(tx: Transaction, propertyId: string, names: readonly string[]): Promise<Map<string, string>> {
    const options = await this.#optionsNamed(tx.sql, [{ propertyId, type: 'multi_select', value: [...names] }]);
    return new Map(options.map(({ key, id }) => [key, id]));
  }

  /** Replaces the suggestions; returns false when nothing changed. The caller holds the lock of the document. */
  async replace(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
    { provider, values }: { provider: string; values: ReadonlyMap<string, SuggestedValue> },
  ): Promise<boolean> {
    const ids = [...values.keys()];
    const removed = await tx.sql.query(
      `delete from property_suggestion where document_id = $1 and property_id <> all($2::text[]) returning property_id`,
      [documentId, ids],
    );
    const saved = await tx.sql.query(
      `insert into property_suggestion as s (document_id, property_id, value, provider)
       select $1, p.id, given.value::jsonb, $4 from unnest($2::text[], $3::text[]) as given(id, value)
       join custom_property p on p.id = given.id and p.organization_id = $5
       on conflict (document_id, property_id) do update
         set value = excluded.value, provider = excluded.provider, created_at = now() where s.value <> excluded.value
       returning property_id`,
      [documentId, ids, [...values.values()].map((value) => JSON.stringify(value)), provider, organizationId],
    );
    return removed.length + saved.length > 0;
  }

  /** False when it is gone. The caller holds the lock of the document. */
  async remove(
    tx: Transaction,
    { documentId, propertyId }: { documentId: string; propertyId: string },
  ): Promise<boolean> {
    const removed = await tx.sql.query(
      `delete from property_suggestion where document_id = $1 and property_id = $2 returning property_id`,
      [documentId, propertyId],
    );
    return removed.length > 0;
  }

  async #optionsNamed(
    sql: Transaction['sql'],
    suggestions: readonly Pick<PropertySuggestion, 'propertyId' | 'type' | 'value'>[],
  ): Promise<{ propertyId: string; key: string; id: string }[]> {
    const named = suggestions.flatMap((one) =>
      optionNames(one).map((name) => ({ propertyId: one.propertyId, key: propertyKey(name) })),
    );
    if (named.length === 0) return [];
    return sql.query(
      `select o.property_id as "propertyId", o.key, o.id from custom_property_option o
       join unnest($1::text[], $2::text[]) as given(property_id, key)
         on given.property_id = o.property_id and given.key = o.key`,
      [named.map(({ propertyId }) => propertyId), named.map(({ key }) => key)],
    );
  }
}

/** The names of the options that a value consists of. */
export function optionNames({ type, value }: Pick<PropertySuggestion, 'type' | 'value'>): string[] {
  if (type === 'select' && typeof value === 'string') return [value];
  return type === 'multi_select' && Array.isArray(value) ? value : [];
}
