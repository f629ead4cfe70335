import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';

/** Apart from the other queries of the intake, so that every page of the settings does not share a file with its page. */
export const intakeFailuresCount = (organizationId: string) =>
  queryOptions({
    queryKey: ['intake', organizationId, 'failures', 'count'],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/intake/failures', {
          path: { organizationId },
          query: { pageIndex: 0, pageSize: 1 },
          signal,
        })
      ).failuresCount,
  });
