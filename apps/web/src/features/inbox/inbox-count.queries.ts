import { queryOptions } from '@tanstack/react-query';
import { api, type OrganizationSettingsView } from '../../lib/api';
import { organizationSettings } from '../settings';

export const IN_INBOX = 'in:inbox';

/** Whether new documents of the organization wait in the inbox. */
export const isInboxEnabled = (organizationId: string) => ({
  ...organizationSettings(organizationId),
  select: ({ documents }: OrganizationSettingsView): boolean => documents.isInboxEnabled,
});

export const inboxCount = (organizationId: string) =>
  queryOptions({
    queryKey: ['inbox', organizationId, 'count'],
    queryFn: async ({ signal }) => {
      const path = { organizationId };
      const query = { searchQuery: IN_INBOX, pageSize: 1 };
      const route = 'GET /api/organizations/{organizationId}/documents';
      return (await api.request(route, { path, query, signal })).documentsCount;
    },
  });
