import { propertyKey } from '#capabilities/query';
import type { CustomPropertyType } from './custom-property-type.js';

/**
 * What the server itself knows about some properties: an organization has at most one property of each role. It is made
 * when it is first needed, with this type and name; it can be renamed, hidden and deleted as any other.
 */
export const PROPERTY_ROLES = {
  /** Who a document is from or for. */
  correspondent: { type: 'select', name: 'Correspondent' },
  /** What kind of document it is, such as an invoice or a contract. */
  document_type: { type: 'select', name: 'Document type' },
  /** The total of an invoice with its taxes, in the unit of its currency. */
  amount: { type: 'number', name: 'Amount' },
  /** The code of ISO 4217. */
  currency: { type: 'text', name: 'Currency' },
  /** Until when an invoice is to be paid. */
  due_date: { type: 'date', name: 'Due date' },
  /** The account to which it is to be paid, without spaces. */
  iban: { type: 'text', name: 'IBAN' },
  invoice_number: { type: 'text', name: 'Invoice number' },
  customer_number: { type: 'text', name: 'Customer number' },
} as const satisfies Record<string, { type: CustomPropertyType; name: string }>;

export type PropertyRole = keyof typeof PROPERTY_ROLES;

export const PROPERTY_ROLE_NAMES = Object.keys(PROPERTY_ROLES) as PropertyRole[];

/** The roles by the names that searches have for them, as keys of properties: `correspondent`, `documenttype`. */
export const ROLE_OF_KEY: ReadonlyMap<string, PropertyRole> = new Map(
  PROPERTY_ROLE_NAMES.map((role) => [propertyKey(role), role]),
);
