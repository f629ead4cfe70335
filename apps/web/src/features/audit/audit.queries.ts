import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiUrl, type ResponseOf } from '../../lib/api';
import { auditQuery, exportQuery, type AuditFilter, type AuditScope } from './audit';

const PAGE = 50;
/** Of the pages that are shown, only the first can have got new entries; each is asked for again. */
const OFTEN_MS = 10_000;
const CHECKING_MS = 1_500;
const SELDOM_MS = 60_000;

export type AuditEntry = ResponseOf<'GET /api/admin/audit'>['entries'][number];
export type AuditVerification = ResponseOf<'GET /api/admin/audit/verification'>;

/** Newest first. */
export const auditEntries = (scope: AuditScope, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', scope, 'entries', filter],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...auditQuery(filter), pageSize: PAGE, ...(pageParam !== '' && { before: pageParam }) };
      if (scope.kind === 'organization' && !scope.asAdministrator)
        return api.request('GET /api/organizations/{organizationId}/audit', { path: pathOf(scope), query, signal });
      return api.request('GET /api/admin/audit', { query: { ...query, ...adminQuery(scope) }, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // One page is asked for again; who reads on in the past is not disturbed.
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 1) === 1 ? OFTEN_MS : false),
  });

const pathOf = ({ organizationId }: { organizationId: string }) => ({ organizationId });

const adminQuery = (scope: AuditScope): { organizationId?: string; scope?: 'all' } =>
  scope.kind === 'all'
    ? { scope: 'all' }
    : scope.kind === 'organization'
      ? { organizationId: scope.organizationId }
      : {};

const chainQuery = (chain: AuditChain) =>
  chain.kind === 'organization' ? { organizationId: chain.organizationId } : {};

/** Each organization and the installation have a chain of their own. */
export type AuditChain = Exclude<AuditScope, { kind: 'all' }>;

/** The result of the last check of the chain. */
export const auditVerification = (chain: AuditChain) =>
  queryOptions({
    queryKey: ['audit', chain, 'verification'],
    queryFn: ({ signal }) =>
      chain.kind === 'organization' && !chain.asAdministrator
        ? api.request('GET /api/organizations/{organizationId}/audit/verification', { path: pathOf(chain), signal })
        : api.request('GET /api/admin/audit/verification', { query: chainQuery(chain), signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'checking' ? CHECKING_MS : SELDOM_MS),
  });

export function useCheckChain(chain: AuditChain) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<void> => {
      if (chain.kind === 'organization' && !chain.asAdministrator)
        await api.request('POST /api/organizations/{organizationId}/audit/verification', { path: pathOf(chain) });
      else await api.request('POST /api/admin/audit/verification', { query: chainQuery(chain) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: auditVerification(chain).queryKey }),
  });
}

/** Where the browser loads a log as a file. */
export function exportAddress(chain: AuditChain, filter: AuditFilter, format: 'csv' | 'jsonl'): string {
  const query = exportQuery(filter, format);
  return chain.kind === 'organization' && !chain.asAdministrator
    ? apiUrl(`/api/organizations/${chain.organizationId}/audit/export`, query)
    : apiUrl('/api/admin/audit/export', { ...query, ...chainQuery(chain) });
}
