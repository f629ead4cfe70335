import { defineEvent } from '#ground/history';
import type { StoredValue } from './stored-value.js';

/** `propertyName`: the name of the property at the time of the event. */
export interface DocumentPropertyFacts {
  documentId: string;
  propertyId: string;
  propertyName: string;
  type: string;
  /** Null when the value was removed; missing when it is a text of more than 1,000 characters. */
  value?: boolean | number | string | string[] | null;
  /** For the activity of the document: `customProperties.` and the key of the property. */
  updatedFields: string[];
}

export const DocumentPropertyChanged = defineEvent<DocumentPropertyFacts>('document:property:changed', {
  description:
    'The value of a custom property of a document was set, changed or removed. The value is as clients send it: ids for options, users and documents. The time of the last change of the document stays the same.',
  activity: 'updated',
});

const LONGEST_TEXT = 1_000;

/** The part of the facts that says what the value is now. */
export function valueFact(value: StoredValue | null): Pick<DocumentPropertyFacts, 'value'> {
  return typeof value === 'string' && value.length > LONGEST_TEXT ? {} : { value };
}
