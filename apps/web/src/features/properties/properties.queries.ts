import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { allProperties } from '../../lib/all-properties.queries';
import { api } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import { hasOptions, type Property, type PropertyFields } from './properties';

export const oneProperty = (organizationId: string, propertyDefinitionId: string) =>
  queryOptions({
    queryKey: ['properties', organizationId, 'one', propertyDefinitionId],
    queryFn: async ({ signal }) => {
      const path = { organizationId, propertyDefinitionId };
      const route = 'GET /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}';
      return (await api.request(route, { path, signal })).definition;
    },
  });

/** How many documents have a value, and each option. */
export const propertyUsage = (organizationId: string, propertyDefinitionId: string) =>
  queryOptions({
    queryKey: ['properties', organizationId, 'usage', propertyDefinitionId],
    queryFn: async ({ signal }) => {
      const path = { organizationId, propertyDefinitionId };
      const route = 'GET /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}/usage';
      return (await api.request(route, { path, signal })).usage;
    },
    staleTime: 0,
  });

export function useCreateProperty(organizationId: string) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: async ({ fields, displayOrder }: { fields: PropertyFields; displayOrder: number }) => {
      const { type, name, description, options } = fields;
      const body = {
        ...{ type, name: name.trim(), displayOrder },
        ...(description.trim() === '' ? {} : { description: description.trim() }),
        ...(hasOptions(type) ? { options: options.map((option) => ({ name: option.name.trim() })) } : {}),
      };
      const route = 'POST /api/organizations/{organizationId}/custom-properties';
      return (await api.request(route, { path: { organizationId }, body })).propertyDefinition;
    },
    onSettled: refresh,
  });
}

export function useUpdateProperty(organizationId: string) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: async ({ property, fields }: { property: Pick<Property, 'id' | 'role'>; fields: PropertyFields }) => {
      const { type, name, description, options } = fields;
      // Options of a role have a page of their own, and may be more than one request can name.
      const hasOwn = hasOptions(type) && property.role === null;
      const body = {
        name: name.trim(),
        description: description.trim() === '' ? null : description.trim(),
        ...(hasOwn ? { options: options.map((option) => ({ ...option, name: option.name.trim() })) } : {}),
      };
      const route = 'PUT /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}';
      const path = { organizationId, propertyDefinitionId: property.id };
      return (await api.request(route, { path, body })).propertyDefinition;
    },
    onSettled: refresh,
  });
}

/** Hides it in the pages, or shows it again. */
export function useHideProperty(organizationId: string) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: ({ propertyId, hidden }: { propertyId: string; hidden: boolean }) =>
      api.request('PUT /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}', {
        path: { organizationId, propertyDefinitionId: propertyId },
        body: { hidden },
      }),
    onSettled: refresh,
  });
}

export function useDeleteProperty(organizationId: string) {
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: (propertyId: string) =>
      api.request('DELETE /api/organizations/{organizationId}/custom-properties/{propertyDefinitionId}', {
        path: { organizationId, propertyDefinitionId: propertyId },
      }),
    onSettled: refresh,
  });
}

/** Puts all properties into this order, at once on the page. */
export function useReorderProperties(organizationId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = allProperties(organizationId);
  const refresh = useRefresh(organizationId);
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const route = 'PUT /api/organizations/{organizationId}/custom-properties/order';
      await api.request(route, { path: { organizationId }, body: { propertyDefinitionIds: [...ids] } });
    },
    ...optimisticUpdate(queryClient, queryKey, (all, ids: readonly string[]) => {
      const place = new Map(ids.map((id, index) => [id, index]));
      const placeOf = ({ id }: Property): number => place.get(id) ?? ids.length;
      return all.toSorted((one, other) => placeOf(one) - placeOf(other));
    }),
    onSettled: refresh,
  });
}

/** Documents show names and order of properties. */
function useRefresh(organizationId: string): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const resource of ['properties', 'documents'])
      void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
  };
}
