import { queryOptions } from '@tanstack/react-query';
import { api, apiUrl, ArchivoltError } from '../../lib/api';
import { fetchPicture } from '../../lib/page-pictures';
import { viewerZone } from '../../lib/time-zone';
import type { Box, Hit, PreviewWidth } from './page-geometry';

interface DocumentIds {
  organizationId: string;
  documentId: string;
}

const keyOf = ({ organizationId, documentId }: DocumentIds) =>
  ['documents', organizationId, 'one', documentId] as const;

/** The pages that were read; empty while nothing was read. */
export const pagesOf = (path: DocumentIds) =>
  queryOptions({
    queryKey: [...keyOf(path), 'pages'],
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/organizations/{organizationId}/documents/{documentId}/pages', { path, signal }))
        .pages,
  });

export const wordsOf = (path: DocumentIds, page: number) =>
  queryOptions({
    queryKey: [...keyOf(path), 'words', page],
    queryFn: async ({ signal }) => {
      const route = 'GET /api/organizations/{organizationId}/documents/{documentId}/pages/{page}/words';
      return (await api.request(route, { path: { ...path, page }, signal })).words;
    },
    staleTime: 5 * 60_000,
  });

/** Where the words of the search are. */
export const hitsOf = (path: DocumentIds, searchQuery: string) =>
  queryOptions({
    queryKey: [...keyOf(path), 'hits', searchQuery],
    queryFn: async ({ signal }): Promise<{ hits: Hit[]; isComplete: boolean }> => {
      const route = 'GET /api/organizations/{organizationId}/documents/{documentId}/hits';
      const { hits, isComplete } = await api.request(route, { path, query: { searchQuery, ...viewerZone() }, signal });
      return { hits: hits.map((hit) => ({ ...hit, boxes: hit.boxes.flatMap(boxOf) })), isComplete };
    },
    enabled: searchQuery.trim() !== '',
  });

function boxOf([x, y, width, height]: readonly number[]): Box[] {
  if (x === undefined || y === undefined || width === undefined || height === undefined) return [];
  return [[x, y, width, height]];
}

export const fileAddress = ({ organizationId, documentId }: DocumentIds): string =>
  apiUrl(`/api/organizations/${organizationId}/documents/${documentId}/file`);

export const renditionAddress = ({ organizationId, documentId }: DocumentIds): string =>
  apiUrl(`/api/organizations/${organizationId}/documents/${documentId}/rendition`);

/** Whether the server shows the file as a page, which a frame then loads by itself. */
export const renditionOf = (path: DocumentIds) =>
  queryOptions({
    queryKey: ['renditions', path.organizationId, path.documentId],
    queryFn: async ({ signal }): Promise<{ isCut: boolean }> => {
      const response = await fetch(renditionAddress(path), { signal, credentials: 'include' });
      if (!response.ok) throw await ArchivoltError.of(response);
      await response.arrayBuffer(); // so that the browser keeps it for the frame
      return { isCut: response.headers.get('x-document-cut') === 'true' };
    },
    staleTime: Infinity,
    retry: false,
  });

/** The picture of a page, which the server may have to draw first. */
export const pictureOf = (path: DocumentIds, page: number, width: PreviewWidth, version: string) =>
  queryOptions({
    queryKey: ['pictures', path.organizationId, path.documentId, version, page, width],
    queryFn: ({ signal }): Promise<Blob> => {
      const { organizationId, documentId } = path;
      const address = apiUrl(`/api/organizations/${organizationId}/documents/${documentId}/preview`, {
        ...{ page, width },
        ...(version === '' ? {} : { v: version }),
      });
      const send = () => fetch(address, { signal, credentials: 'include' });
      return fetchPicture(send, { signal, waitsAt: [202, 429, 503] });
    },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: 1,
  });
