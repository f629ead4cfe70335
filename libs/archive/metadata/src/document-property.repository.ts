import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { CustomPropertyType } from '#archive/properties';
import { anyOf, COUNT, kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { DocumentPropertyTables } from './document-custom-property.schema.js';
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

/** Every statement that writes `document_custom_property`, and those that read it by the property. */
@Injectable()
export class DocumentPropertyRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** How many documents have a value of the property. */
  async countDocuments(propertyId: string): Promise<number> {
    const { count } = await kyselyOf<DocumentPropertyTables>(this.unitOfWork)
      .selectFrom((of) =>
        of
          .selectFrom('document_custom_property')
          .select('document_id')
          .where('property_id', '=', propertyId)
          .groupBy('document_id')
          .as('with_value'),
      )
      .select(COUNT.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  /** How many documents have each option of the property that any has. */
  async countOptions(propertyId: string): Promise<{ optionId: string; documentsCount: number }[]> {
    return kyselyOf<DocumentPropertyTables>(this.unitOfWork)
      .selectFrom('document_custom_property')
      .select(['option_id as optionId', COUNT.as('documentsCount')])
      .where('property_id', '=', propertyId)
      .where('option_id', 'is not', null)
      .groupBy('option_id')
      .orderBy('option_id')
      .$narrowType<{ optionId: string }>()
      .execute();
  }

  /** Documents that have the option, those in the trash included, in the order of their ids. */
  async documentsWithOption(optionId: string, { limit, tx }: { limit: number; tx?: Transaction }): Promise<string[]> {
    const rows = await kyselyOf<DocumentPropertyTables>(tx ?? this.unitOfWork)
      .selectFrom('document_custom_property')
      .select('document_id as documentId')
      .where('option_id', '=', optionId)
      .orderBy('document_id')
      .limit(limit)
      .execute();
    return rows.map(({ documentId }) => documentId);
  }

  async countDocumentsWithOption(optionId: string): Promise<number> {
    const { count } = await kyselyOf<DocumentPropertyTables>(this.unitOfWork)
      .selectFrom('document_custom_property')
      .select(COUNT.as('count'))
      .where('option_id', '=', optionId)
      .executeTakeFirstOrThrow();
    return count;
  }

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
    const rows = await kyselyOf<DocumentPropertyTables>(tx)
      .selectFrom('document_custom_property')
      .select([
        'document_id as documentId',
        'property_id as propertyId',
        'text_value as text',
        sql<number | null>`number_value`.as('number'),
        'date_value as date',
        'boolean_value as boolean',
        'option_id as optionId',
        'user_id as userId',
        'related_document_id as relatedId',
      ])
      .where('document_id', '=', anyOf(documentIds))
      .where('property_id', '=', anyOf([...types.keys()]))
      .orderBy('property_id')
      .orderBy('document_id')
      .orderBy('position')
      .$if(!isLook, (query) => query.forUpdate())
      .execute();
    const byPair = Map.groupBy(rows, pairKey);
    return new Map(
      Array.from(byPair, ([pair, own]) => [pair, storedValue(types.get(own[0]?.propertyId ?? '')?.type, own)]),
    );
  }

  /** Replaces the values of these pairs; null removes them. The caller holds the locks of what the values refer to. */
  async write(tx: Transaction, pairs: readonly PairValue[], types: Types): Promise<void> {
    // Raw, as the next statement: lists of bound values as rows.
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
    const rows = await kyselyOf<DocumentPropertyTables>(tx)
      .selectFrom('document_custom_property')
      .select('document_id as id')
      .where('document_id', '=', anyOf(documentIds))
      .where('property_id', '<>', sql<string>`all(${besides}::text[])`)
      .groupBy('document_id')
      .having(sql<boolean>`sum(coalesce(char_length(text_value), ${SIZE_OF_ID}::int)) > ${most}::int`)
      .execute();
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
