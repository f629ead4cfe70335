import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type CreateFileRequestBody, type FileRequestView, type UpdateFileRequestBody } from '../../lib/api';
import { wholeList } from '../../lib/whole-list';

export type FileRequest = FileRequestView;

const PAGE = 25;

export interface FileRequestAddress {
  organizationId: string;
  fileRequestId: string;
}

export const fileRequests = (organizationId: string) =>
  queryOptions({
    queryKey: ['file-requests', organizationId, 'list'],
    queryFn: ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/file-requests';
      return wholeList(async (query) => (await api.request(route, { path, query, signal })).fileRequests);
    },
  });

export const fileRequest = (path: FileRequestAddress) =>
  queryOptions({
    queryKey: ['file-requests', path.organizationId, 'one', path.fileRequestId],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/file-requests/{fileRequestId}', {
          path,
          signal,
        })
      ).fileRequest,
  });

/** What came in, newest first. */
export const receivedFiles = (path: FileRequestAddress) =>
  infiniteQueryOptions({
    queryKey: ['file-requests', path.organizationId, 'files', path.fileRequestId],
    queryFn: ({ signal, pageParam }) =>
      api.request('GET /api/organizations/{organizationId}/file-requests/{fileRequestId}/files', {
        path,
        query: { pageIndex: pageParam, pageSize: PAGE },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ filesCount }, pages) => (pages.length * PAGE < filesCount ? pages.length : undefined),
  });

/** Has everything of the file requests fetched again after a change. Not awaited: what says that it is done comes before. */
function useFreshFileRequests(organizationId: string) {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['file-requests', organizationId] });
}

export function useCreateFileRequest(organizationId: string) {
  const onSuccess = useFreshFileRequests(organizationId);
  return useMutation({
    mutationFn: async (body: CreateFileRequestBody) =>
      (
        await api.request('POST /api/organizations/{organizationId}/file-requests', {
          path: { organizationId },
          body,
        })
      ).fileRequest,
    onSuccess,
  });
}

export function useUpdateFileRequest(path: FileRequestAddress) {
  const onSettled = useFreshFileRequests(path.organizationId);
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: UpdateFileRequestBody) =>
      (
        await api.request('PATCH /api/organizations/{organizationId}/file-requests/{fileRequestId}', {
          path,
          body,
        })
      ).fileRequest,
    onSuccess: (changed) => queryClient.setQueryData<FileRequest>(fileRequest(path).queryKey, changed),
    onSettled,
  });
}

export function useDeleteFileRequest(path: FileRequestAddress) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.request('DELETE /api/organizations/{organizationId}/file-requests/{fileRequestId}', { path }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: fileRequests(path.organizationId).queryKey }),
  });
}
