import { Injectable } from '@nestjs/common';
import type { CustomPropertyType } from '#archive/properties';
import type { Transaction } from '#ground/database';
import { SIZE_OF_ID, type StoredValue } from './stored-value.js';

/** The value of a property on a document. */
export interface PropertyPair {
  documentId: string;
  propertyId: string;
}

export interface PairValue extends PropertyPair {
  value: StoredValue | null;
}

interface ValueRow extends PropertyPair {
  text: string | null;
  number: number | null;
  date: Date | null;
  boolean: boolean | null;
  optionId: string | null;
  userId: string | null;
  relatedId: string | null;
}

type Types = ReadonlyMap<string, { type: CustomPropertyType }>;

/** Every statement that writes `document_custom_property`. */
@Injectable()
export class DocumentPropertyRepository {
  /**
   * The values of these documents and properties, by {@link pairKey}. Their rows are locked in the order that the purge
   * of documents uses, unless they are only looked at. The caller holds the locks of documents and properties.
   */
  async values(
    tx: Transaction,
    documentIds: readonly string[],
    types: Types,
    { isLook = false }: { isLook?: boolean } = {},
  ): Promise<Map<string, StoredValue>> {
    const rows = await tx.sql.query<ValueRow>(
      `select document_id as "documentId", property_id as "propertyId", text_value as text, number_value as number,
         date_value as date, boolean_value as boolean, option_id as "optionId", user_id as "userId",
         related_document_id as "relatedId"
       from document_custom_property where document_id = any($1::text[]) and property_id = any($2::text[])
       order by property_id, document_id, position ${isLook ? '' : 'for update'}`,
      [documentIds, [...types.keys()]],
    );
    const byPair = Map.groupBy(rows, pairKey);
    return new Map(
      Array.from(byPair, ([pair, own]) => [pair, storedValue(types.get(own[0]?.propertyId ?? '')?.type, own)]),
    );
  }

  /** Replaces the values of these pairs; null removes them. The caller holds the locks of what the values refer to. */
  async write(tx: Transaction, pairs: readonly PairValue[], types: Types): Promise<void> {
    await tx.sql.query(
      `delete from document_custom_property v using unnest($1::text[], $2::text[]) as pair(document_id, property_id)
       where v.document_id = pair.document_id and v.property_id = pair.property_id`,
      [pairs.map(({ documentId }) => documentId), pairs.map(({ propertyId }) => propertyId)],
    );
    const rows = pairs.flatMap((pair) => rowsOf(pair, types.get(pair.propertyId)?.type));
    if (rows.length === 0) return;
    await tx.sql.query(
      `insert into document_custom_property (document_id, property_id, position, text_value, number_value, date_value,
         boolean_value, option_id, user_id, related_document_id)
       select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::float8[], $6::timestamptz[],
         $7::boolean[], $8::text[], $9::text[], $10::text[])`,
      [
        rows.map(({ documentId }) => documentId),
        rows.map(({ propertyId }) => propertyId),
        rows.map(({ position }) => position),
        rows.map(({ text }) => text ?? null),
        rows.map(({ number }) => number ?? null),
        rows.map(({ date }) => date ?? null),
        rows.map(({ boolean }) => boolean ?? null),
        rows.map(({ optionId }) => optionId ?? null),
        rows.map(({ userId }) => userId ?? null),
        rows.map(({ relatedId }) => relatedId ?? null),
      ],
    );
  }

  /**
   * Returns the documents whose values, apart from those of some properties, have more than `most` characters together.
   */
  async larger(
    tx: Transaction,
    documentIds: readonly string[],
    most: number,
    { besides = [] }: { besides?: readonly string[] } = {},
  ): Promise<string[]> {
    const rows = await tx.sql.query<{ id: string }>(
      `select document_id as id from document_custom_property
       where document_id = any($1::text[]) and property_id <> all($4::text[])
       group by document_id having sum(coalesce(char_length(text_value), $2::int)) > $3::int`,
      [documentIds, SIZE_OF_ID, most, besides],
    );
    return rows.map(({ id }) => id);
  }
}

/** Identifies a pair in a map. */
export function pairKey({ documentId, propertyId }: PropertyPair): string {
  return `${documentId} ${propertyId}`;
}

function storedValue(type: CustomPropertyType | undefined, rows: readonly ValueRow[]): StoredValue {
  const [first] = rows;
  const one = first?.text ?? first?.number ?? first?.date?.toISOString() ?? first?.boolean ?? first?.optionId ?? '';
  switch (type) {
    case 'multi_select':
      return rows.map(({ optionId }) => optionId ?? '');
    case 'user_relation':
      return rows.map(({ userId }) => userId ?? '');
    case 'document_relation':
      return rows.map(({ relatedId }) => relatedId ?? '');
    default:
      return one;
  }
}

interface NewRow extends PropertyPair {
  position: number;
  text?: string;
  number?: number;
  date?: string;
  boolean?: boolean;
  optionId?: string;
  userId?: string;
  relatedId?: string;
}

const COLUMN_OF_TYPE = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  select: 'optionId',
  multi_select: 'optionId',
  user_relation: 'userId',
  document_relation: 'relatedId',
} as const satisfies Record<CustomPropertyType, keyof NewRow>;

function rowsOf({ documentId, propertyId, value }: PairValue, type: CustomPropertyType | undefined): NewRow[] {
  if (value === null || type === undefined) return [];
  const values = Array.isArray(value) ? value : [value];
  return values.map((one, position) => ({ documentId, propertyId, position, [COLUMN_OF_TYPE[type]]: one }));
}
