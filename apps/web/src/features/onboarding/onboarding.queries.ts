import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { basePath } from '../../lib/base-path';
import { wholeList } from '../../lib/whole-list';
import { refreshOrganizations } from '../session';

export function useCreateOrganization() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => (await api.request('POST /api/organizations', { body: { name } })).organization,
    onSuccess: () => refreshOrganizations(queryClient),
  });
}

export const deletedOrganizations = () =>
  queryOptions({
    queryKey: ['deleted-organizations'],
    queryFn: ({ signal }) =>
      wholeList(
        async (query) => (await api.request('GET /api/organizations/deleted', { query, signal })).organizations,
      ),
  });

export function useRestoreOrganization() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (organizationId: string) =>
      api.request('POST /api/organizations/{organizationId}/restore', { path: { organizationId } }),
    onSettled: () =>
      Promise.all([
        refreshOrganizations(queryClient),
        queryClient.invalidateQueries({ queryKey: ['deleted-organizations'] }),
      ]),
  });
}

const SAMPLE = `${basePath}/samples/letter.png`;

async function sampleScan(name: string): Promise<File> {
  const response = await fetch(SAMPLE);
  if (!response.ok) throw new Error(`${SAMPLE}: ${response.status}`);
  return new File([await response.blob()], name, { type: 'image/png' });
}

/** Uploads the first document: a file, or the scan that these pages bring, under this name. */
export function useFirstUpload(organizationId: string) {
  return useMutation({
    mutationFn: async (source: File | { sampleName: string }) => {
      const file = source instanceof File ? source : await sampleScan(source.sampleName);
      return (await api.upload(organizationId, file)).document;
    },
  });
}

const POLL_MS = 500;

/** The document until its text is read. */
export const documentBeingRead = (organizationId: string, documentId: string) =>
  queryOptions({
    queryKey: ['documents', organizationId, 'one', documentId, 'first'],
    queryFn: async ({ signal }) => {
      const path = { organizationId, documentId };
      const route = 'GET /api/organizations/{organizationId}/documents/{documentId}';
      return (await api.request(route, { path, signal })).document;
    },
    refetchInterval: ({ state: { data } }) => (data?.extraction.status === 'completed' ? false : POLL_MS),
  });
