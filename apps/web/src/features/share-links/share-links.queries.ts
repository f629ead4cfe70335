import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  api,
  type CreateShareLinkBody,
  type ListedShareLinkView,
  type ShareLinkView,
  type UpdateShareLinkBody,
} from '../../lib/api';
import { newIdempotencyKey } from '../../lib/secrets';
import { wholeList } from '../../lib/whole-list';

/** Views and downloads of visitors have no events of their own: they are asked for, also when a list is opened again. */
const VISITS = { refetchInterval: 15_000, staleTime: 0 };

export type ShareLink = ShareLinkView;
/** With the document that it leads to. */
export type ListedShareLink = ListedShareLinkView;

export interface DocumentAddress {
  organizationId: string;
  documentId: string;
}

const OF_DOCUMENT = '/api/organizations/{organizationId}/documents/{documentId}/share-links';
const OF_ORGANIZATION = '/api/organizations/{organizationId}/share-links';

/** Newest first. */
export const documentShareLinks = (path: DocumentAddress) =>
  queryOptions({
    queryKey: ['share-links', path.organizationId, 'document', path.documentId],
    queryFn: ({ signal }): Promise<ShareLink[]> =>
      wholeList(async (query) => (await api.request(`GET ${OF_DOCUMENT}`, { path, query, signal })).shareLinks),
    ...VISITS,
  });

/** Newest first. */
export const shareLinks = (organizationId: string) =>
  queryOptions({
    queryKey: ['share-links', organizationId, 'list'],
    queryFn: ({ signal }): Promise<ListedShareLink[]> =>
      wholeList(
        async (query) =>
          (await api.request(`GET ${OF_ORGANIZATION}`, { path: { organizationId }, query, signal })).shareLinks,
      ),
    ...VISITS,
  });

/** The latest visits, newest first. */
export const accessesOf = (path: { organizationId: string; shareLinkId: string }) =>
  queryOptions({
    queryKey: ['share-links', path.organizationId, 'accesses', path.shareLinkId],
    queryFn: async ({ signal }) =>
      (await api.request(`GET ${OF_ORGANIZATION}/{shareLinkId}/accesses`, { path, signal })).accesses,
    ...VISITS,
  });

export function useCreateShareLink(path: DocumentAddress) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: CreateShareLinkBody): Promise<ShareLink> =>
      (
        await api.request(`POST ${OF_DOCUMENT}`, {
          path,
          body,
          headers: { 'idempotency-key': newIdempotencyKey() },
        })
      ).shareLink,
    onSuccess: (link) =>
      queryClient.setQueryData(documentShareLinks(path).queryKey, (links) => links && [link, ...links]),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['share-links', path.organizationId] }),
  });
}

export interface ShareLinkChange {
  shareLinkId: string;
  body: UpdateShareLinkBody;
}

/** Shows the change before the server has answered; a refusal has the lists fetched again. */
export function useUpdateShareLink(organizationId: string) {
  const queryClient = useQueryClient();
  const queryKey = ['share-links', organizationId];
  return useMutation({
    mutationFn: ({ shareLinkId, body }: ShareLinkChange) =>
      api.request(`PATCH ${OF_ORGANIZATION}/{shareLinkId}`, { path: { organizationId, shareLinkId }, body }),
    onMutate: async ({ shareLinkId, body: { isEnabled } }) => {
      await queryClient.cancelQueries({ queryKey });
      if (isEnabled === undefined) return;
      for (const kind of ['list', 'document'])
        queryClient.setQueriesData<ShareLink[]>({ queryKey: [...queryKey, kind] }, (links) =>
          links?.map((link) => (link.id === shareLinkId ? { ...link, isEnabled } : link)),
        );
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

export function useDeleteShareLink(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (shareLinkId: string) =>
      api.request(`DELETE ${OF_ORGANIZATION}/{shareLinkId}`, { path: { organizationId, shareLinkId } }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['share-links', organizationId] }),
  });
}
