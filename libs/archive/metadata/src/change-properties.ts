import { Injectable } from '@nestjs/common';
import { IsBatchOperation, type BatchOperation, type DocumentChange, type UndoneChanges } from '#archive/batches';
import type { Transaction } from '#ground/database';
import { isId, type OrganizationContext } from '#ground/kernel';
import { DocumentProperties, type PropertyChanges, type PropertyDifference } from './document-properties.js';

/** What a batch has changed in the properties of one document. */
export interface PropertyDifferences {
  properties: Omit<PropertyDifference, 'documentId'>[];
}

const CHUNK_DOCUMENTS = 500;
const CHUNK_VALUES = 2_000;
const REQUEST_DOCUMENTS = 1_000;
const REQUEST_VALUES = 50_000;

/** A longer text counts as several values, and a list as its entries, which are rows. */
const TEXT_LENGTH = 1_000;

/** Sets and removes the values of custom properties of many documents. */
@Injectable()
@IsBatchOperation()
export class ChangeProperties implements BatchOperation<PropertyChanges, PropertyDifferences> {
  readonly name = 'change-properties';
  readonly permissions = ['documents:update', 'custom-properties:read'] as const;

  constructor(private readonly documentProperties: DocumentProperties) {}

  chunkSize(changes: PropertyChanges): number {
    return Math.max(1, Math.min(CHUNK_DOCUMENTS, Math.floor(CHUNK_VALUES / countValues(changes))));
  }

  mostInRequest(changes: PropertyChanges): number {
    return Math.max(1, Math.min(REQUEST_DOCUMENTS, Math.floor(REQUEST_VALUES / countValues(changes))));
  }

  check(tx: Transaction, ctx: OrganizationContext, changes: PropertyChanges): Promise<void> {
    return this.documentProperties.check(tx, ctx, changes);
  }

  /** Texts that look like the id of a document, too: a lock more does no harm. */
  referencedDocuments(values: PropertyChanges | readonly DocumentChange<PropertyDifferences>[]): string[] {
    const stored =
      'set' in values
        ? values.set.map(({ value }) => value)
        : values.flatMap(({ difference }) => difference.properties.map(({ before }) => before));
    return [...new Set(stored.flat())].filter((value): value is string => isId('doc', value));
  }

  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    changes: PropertyChanges,
  ): Promise<DocumentChange<PropertyDifferences>[]> {
    return byDocument(await this.documentProperties.change(tx, ctx, { documentIds, ...changes }));
  }

  async undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly DocumentChange<PropertyDifferences>[],
  ): Promise<UndoneChanges<PropertyDifferences>> {
    const differences = changes.flatMap(({ documentId, difference }) =>
      difference.properties.map((one) => ({ documentId, ...one })),
    );
    const { restored, skipped } = await this.documentProperties.restore(tx, ctx, differences);
    return { changes: byDocument(restored), skipped: [...new Set(skipped.map(({ documentId }) => documentId))] };
  }
}

function byDocument(differences: readonly PropertyDifference[]): DocumentChange<PropertyDifferences>[] {
  return Array.from(
    Map.groupBy(differences, ({ documentId }) => documentId),
    ([documentId, own]) => ({
      documentId,
      difference: { properties: own.map(({ propertyId, before, after }) => ({ propertyId, before, after })) },
    }),
  );
}

/** Counts the values of one document. */
function countValues({ set, clear }: PropertyChanges): number {
  const counts = set.map(({ value }) => {
    if (Array.isArray(value)) return Math.max(1, value.length);
    return typeof value === 'string' ? Math.ceil(value.length / TEXT_LENGTH) || 1 : 1;
  });
  return counts.reduce((sum, count) => sum + count, clear.length);
}
