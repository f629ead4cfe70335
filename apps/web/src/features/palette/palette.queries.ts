import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { isStatus } from '../../lib/errors';
import { viewerZone } from '../../lib/time-zone';
import { wholeList } from '../../lib/whole-list';

const MOST_DOCUMENTS = 6;

/** The best documents for what was typed. */
export const foundDocuments = (organizationId: string, searchQuery: string) =>
  queryOptions({
    queryKey: ['palette', organizationId, 'documents', searchQuery],
    queryFn: async ({ signal }) => {
      const sortField = 'relevance' as const; // names before texts
      const query = { searchQuery, sortField, pageSize: MOST_DOCUMENTS, ...viewerZone() };
      const path = { organizationId };
      return (
        await api.request('GET /api/organizations/{organizationId}/documents', { path, query, signal })
      ).documents.map(({ id, name }) => ({ id, name }));
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

/** Filters that what was typed may become. */
export const foundFilters = (organizationId: string, typed: string) =>
  queryOptions({
    queryKey: ['palette', organizationId, 'filters', typed],
    queryFn: async ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/search/suggestions';
      const { suggestions } = await api.request(route, { path, query: { query: typed }, signal });
      return suggestions.filter(({ kind }) => kind !== 'document');
    },
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });

export const savedViews = (organizationId: string) =>
  queryOptions({
    queryKey: ['views', organizationId, 'palette'],
    queryFn: async ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/document-views';
      const all = await wholeList(async (query) => (await api.request(route, { path, query, signal })).documentViews);
      return all.map(({ id, name }) => ({ id, name }));
    },
  });

/** Null: it is in the trash or gone. */
export const recentDocument = (organizationId: string, documentId: string) =>
  queryOptions({
    queryKey: ['palette', organizationId, 'recent', documentId],
    queryFn: async ({ signal }) => {
      const path = { organizationId, documentId };
      const route = 'GET /api/organizations/{organizationId}/documents/{documentId}';
      try {
        const { id, name, isDeleted } = (await api.request(route, { path, signal })).document;
        return isDeleted ? null : { id, name };
      } catch (error) {
        if (isStatus(error, 404)) return null;
        throw error;
      }
    },
  });
