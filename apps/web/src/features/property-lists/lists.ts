import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CustomPropertyView } from '../../lib/api';
import type { Role } from '../../lib/property-of-role.queries';

export type { Role };

export type ListedProperty = Pick<CustomPropertyView, 'id' | 'key' | 'name' | 'options' | 'updatedAt'>;

/** What is called how until someone renames it. */
const WORDS = {
  correspondent: { one: msg`Correspondent`, many: msg`Correspondents` },
  document_type: { one: msg`Document type`, many: msg`Document types` },
} satisfies Record<Role, object>;

export const PAGE_OF_ROLE = {
  correspondent: '/organizations/$organizationId/correspondents',
  document_type: '/organizations/$organizationId/document-types',
} as const satisfies Record<Role, string>;

export const ROLES = Object.keys(WORDS) as Role[];

/** Undefined for a role whose property is shown as any other. */
export const listRole = (role: CustomPropertyView['role'] | undefined): Role | undefined =>
  ROLES.find((each) => each === role);

/** The name of a new property of this role, in the language of the person. */
export const nameOfRole = (i18n: I18n, role: Role): string => i18n._(WORDS[role].one);

/** The heading of a list: its property as it was renamed. */
export function titleOf(i18n: I18n, role: Role, property: { name: string } | undefined): string {
  return property && property.name !== nameOfRole(i18n, role) ? property.name : i18n._(WORDS[role].many);
}

export const ofRole = <Property extends Pick<CustomPropertyView, 'role'>>(
  properties: readonly Property[] | undefined,
  role: Role,
): Property | undefined => properties?.find((property) => property.role === role);
