import { api, type CustomPropertyOptionView, type CustomPropertyView } from './api';

export type PropertyRole = NonNullable<CustomPropertyView['role']>;
/** The roles of properties that are lists with a page of their own. */
export type Role = Extract<PropertyRole, 'correspondent' | 'document_type'>;

/** The property of a role; it is made when it is needed for the first time, with this name. */
export async function ensureRole(
  organizationId: string,
  role: PropertyRole,
  name: string,
): Promise<CustomPropertyView> {
  const route = 'PUT /api/organizations/{organizationId}/custom-properties/by-role/{role}';
  return (await api.request(route, { path: { organizationId, role }, body: { name } })).propertyDefinition;
}

export async function addOption(
  organizationId: string,
  propertyDefinitionId: string,
  name: string,
): Promise<CustomPropertyOptionView> {
  const route = 'POST /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}/options';
  return (await api.request(route, { path: { organizationId, propertyDefinitionId }, body: { name } })).option;
}
