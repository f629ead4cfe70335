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
} as const satisfies Record<string, { type: CustomPropertyType; name: string }>;

export type PropertyRole = keyof typeof PROPERTY_ROLES;

export const PROPERTY_ROLE_NAMES = Object.keys(PROPERTY_ROLES) as PropertyRole[];

/** The roles by the names that searches have for them, as keys of properties: `correspondent`, `documenttype`. */
export const ROLE_OF_KEY: ReadonlyMap<string, PropertyRole> = new Map(
  PROPERTY_ROLE_NAMES.map((role) => [propertyKey(role), role]),
);
