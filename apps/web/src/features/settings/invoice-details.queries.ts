import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';

const ROUTE = '/api/organizations/{organizationId}/invoice-details';

export const invoiceDetailsSetting = (organizationId: string) =>
  queryOptions({
    queryKey: ['settings', organizationId, 'invoice-details'],
    queryFn: async ({ signal }) =>
      (await api.request(`GET ${ROUTE}`, { path: { organizationId }, signal })).invoiceDetails,
  });

export const changeInvoiceDetails = (organizationId: string, isEnabled: boolean): Promise<unknown> =>
  api.request(`PUT ${ROUTE}`, { path: { organizationId }, body: { isEnabled } });
