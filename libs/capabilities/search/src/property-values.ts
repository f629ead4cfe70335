import type { PropertyValue } from '@archivolt/plugin-kit';

/** A row of `document_custom_property` in JSON; values that are not set are missing. */
interface ValueRow {
  propertyId: string;
  text?: string;
  number?: number;
  /** Milliseconds since 1970. */
  date?: number;
  boolean?: boolean;
  optionId?: string;
  userId?: string;
  documentId?: string;
}

/** The values of a document by property, in the order of the rows. */
export function propertyValues(rows: readonly ValueRow[]): PropertyValue[] {
  const values: PropertyValue[] = [];
  for (const row of rows) {
    const last = values.at(-1);
    if (last?.propertyId === row.propertyId && addTo(last, row)) continue;
    const value = valueOf(row);
    if (value) values.push(value);
  }
  return values;
}

/** Adds another id to a property with several; false when the row begins a value of its own. */
function addTo(value: PropertyValue, { optionId, userId, documentId }: ValueRow): boolean {
  if (value.type === 'option' && optionId !== undefined) value.optionIds.push(optionId);
  else if (value.type === 'user' && userId !== undefined) value.userIds.push(userId);
  else if (value.type === 'document' && documentId !== undefined) value.documentIds.push(documentId);
  else return false;
  return true;
}

function valueOf(row: ValueRow): PropertyValue | undefined {
  const { propertyId, text, number, date, boolean, optionId, userId, documentId } = row;
  if (text !== undefined) return { propertyId, type: 'text', text };
  if (number !== undefined) return { propertyId, type: 'number', number };
  if (date !== undefined) return { propertyId, type: 'date', date: new Date(date) };
  if (boolean !== undefined) return { propertyId, type: 'boolean', boolean };
  if (optionId !== undefined) return { propertyId, type: 'option', optionIds: [optionId] };
  if (userId !== undefined) return { propertyId, type: 'user', userIds: [userId] };
  return documentId === undefined ? undefined : { propertyId, type: 'document', documentIds: [documentId] };
}
