import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type ListedTagView } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import { wholeList } from '../../lib/whole-list';

export type ListedTag = ListedTagView;

export interface TagFields {
  name: string;
  /** `#RRGGBB` */
  color: string;
  description: string;
  /** The tag above it; empty for none. */
  parentId: string;
}

export const fieldsOf = ({ name, color, description, parentId }: ListedTag): TagFields => ({
  ...{ name, color },
  description: description ?? '',
  parentId: parentId ?? '',
});

/** All tags of the organization, newest first, with the number of their documents. */
export const allTags = (organizationId: string) =>
  queryOptions({
    queryKey: ['tags', organizationId, 'list'],
    queryFn: ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/tags';
      return wholeList(async (query) => (await api.request(route, { path, query, signal })).tags);
    },
  });

export function useCreateTag(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({
      name,
      color,
      description = '',
      parentId = '',
    }: Pick<TagFields, 'color' | 'name'> & Partial<TagFields>) => {
      const body = {
        ...{ name, color },
        ...(description === '' ? {} : { description }),
        ...(parentId === '' ? {} : { parentId }),
      };
      return (await api.request('POST /api/organizations/{organizationId}/tags', { path: { organizationId }, body }))
        .tag;
    },
    onSuccess: (tag) => {
      queryClient.setQueryData(allTags(organizationId).queryKey, (tags) =>
        tags?.some(({ id }) => id === tag.id) ? tags : [{ ...tag, documentsCount: 0 }, ...(tags ?? [])],
      );
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tags', organizationId] }),
  });
}

interface TagChange {
  tagId: string;
  fields: TagFields;
}

export function useUpdateTag(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ tagId, fields }: TagChange) => {
      const path = { organizationId, tagId };
      const body = { ...fields, parentId: fields.parentId === '' ? null : fields.parentId };
      return (await api.request('PUT /api/organizations/{organizationId}/tags/{tagId}', { path, body })).tag;
    },
    ...optimisticUpdate(queryClient, allTags(organizationId).queryKey, (tags, { tagId, fields }: TagChange) =>
      tags.map((tag) => (tag.id === tagId ? { ...tag, ...fields } : tag)),
    ),
    onSettled: () => refreshTagged(queryClient, organizationId),
  });
}

export function useDeleteTag(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tagId: string) =>
      api.request('DELETE /api/organizations/{organizationId}/tags/{tagId}', { path: { organizationId, tagId } }),
    onSettled: () => refreshTagged(queryClient, organizationId),
  });
}

/** Starts the task that gives all documents and rules of a tag another one, and deletes the tag. */
export function useMergeTag(organizationId: string) {
  return useMutation({
    mutationFn: async ({ tagId, intoTagId }: { tagId: string; intoTagId: string }) => {
      const path = { organizationId, tagId };
      const body = { intoTagId };
      return (await api.request('POST /api/organizations/{organizationId}/tags/{tagId}/merge', { path, body })).taskId;
    },
  });
}

/** What shows tags by their name: documents and rules, too. */
export function useRefreshTagged(organizationId: string): () => void {
  const queryClient = useQueryClient();
  return () => refreshTagged(queryClient, organizationId);
}

function refreshTagged(queryClient: ReturnType<typeof useQueryClient>, organizationId: string): void {
  for (const resource of ['tags', 'rules', 'documents'])
    void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
}
