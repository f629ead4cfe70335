import { queryOptions } from '@tanstack/react-query';
import { api } from './api';
import { wholeList } from './whole-list';

/** All custom properties in display order, with their options. */
export const allProperties = (organizationId: string) =>
  queryOptions({
    queryKey: ['properties', organizationId, 'list'],
    queryFn: ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/custom-properties';
      return wholeList(async (query) => (await api.request(route, { path, query, signal })).propertyDefinitions);
    },
  });
