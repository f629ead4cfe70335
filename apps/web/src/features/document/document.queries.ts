import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import {
  api,
  apiUrl,
  type ActivityView,
  type AttachmentView,
  type DocumentSuggestionView,
  type DocumentView,
  type ProcessingStepView,
} from '../../lib/api';
import { addOption, ensureRole, type Role } from '../../lib/property-of-role.queries';
import type { SortField, SortOrder } from '../../lib/list-order';
import { viewerZone } from '../../lib/time-zone';
import { revisionOf } from './document';

export type ArchiveDocument = DocumentView;
export type Activity = ActivityView;
export type ProcessingStep = ProcessingStepView;
export type Attachment = AttachmentView;

export interface DocumentIds {
  organizationId: string;
  documentId: string;
}

const ONE = '/api/organizations/{organizationId}/documents/{documentId}';
const keyOf = ({ organizationId, documentId }: DocumentIds) =>
  ['documents', organizationId, 'one', documentId] as const;

/** One document with its text, tags and properties; one in the trash, too. */
export const oneDocument = (path: DocumentIds) =>
  queryOptions({
    queryKey: [...keyOf(path), 'details'] as const,
    queryFn: async ({ signal }): Promise<ArchiveDocument> =>
      (await api.request(`GET ${ONE}`, { path, signal })).document,
  });

const ACTIVITY_PAGE = 30;

export const activityOf = (path: DocumentIds) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(path), 'activity'],
    queryFn: ({ pageParam, signal }) =>
      api.request(`GET ${ONE}/activity`, { path, query: { pageIndex: pageParam, pageSize: ACTIVITY_PAGE }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.activities.length < ACTIVITY_PAGE ? undefined : pages.length),
  });

export const processingOf = (path: DocumentIds) =>
  queryOptions({
    queryKey: [...keyOf(path), 'processing'],
    queryFn: ({ signal }) => api.request(`GET ${ONE}/processing`, { path, signal }),
  });

export const attachmentsOf = (path: DocumentIds) =>
  queryOptions({
    queryKey: [...keyOf(path), 'attachments'],
    queryFn: async ({ signal }) => (await api.request(`GET ${ONE}/attachments`, { path, signal })).attachments,
  });

/** Where values of the document were found. */
export const invoiceFindingsOf = (path: DocumentIds) =>
  queryOptions({
    queryKey: [...keyOf(path), 'invoice-details'],
    queryFn: async ({ signal }) => (await api.request(`GET ${ONE}/invoice-details`, { path, signal })).findings,
  });

const SIMILAR_SHOWN = 5;
const SIMILAR_FRESH_MS = 300_000;

/** The documents most like this one. Not asked for again with every change in the organization. */
export const similarTo = (path: DocumentIds, updatedAt: string) =>
  queryOptions({
    queryKey: ['similar', path.organizationId, path.documentId, updatedAt],
    queryFn: async ({ signal }) =>
      (await api.request(`GET ${ONE}/similar`, { path, query: { pageSize: SIMILAR_SHOWN }, signal })).documents,
    staleTime: SIMILAR_FRESH_MS,
    placeholderData: keepPreviousData,
  });

/** The list that a document was opened from. */
export interface ListPlace {
  searchQuery: string;
  sortField: SortField;
  sortOrder: SortOrder;
}

/** The document at a place of the list, and how many the list has. */
export const documentAt = (organizationId: string, { searchQuery, sortField, sortOrder }: ListPlace, place: number) =>
  queryOptions({
    queryKey: ['documents', organizationId, 'at', { searchQuery, sortField, sortOrder }, place],
    queryFn: async ({ signal }) => {
      const query = { searchQuery, sortField, sortOrder, pageIndex: place, pageSize: 1, ...viewerZone() };
      const route = 'GET /api/organizations/{organizationId}/documents';
      const { documents, documentsCount } = await api.request(route, { path: { organizationId }, query, signal });
      return { id: documents[0]?.id, count: documentsCount };
    },
    enabled: place >= 0,
  });

/** Documents with these words, for a relation. */
export const documentsNamed = (organizationId: string, searchQuery: string) =>
  queryOptions({
    queryKey: ['documents', organizationId, 'named', searchQuery],
    queryFn: async ({ signal }) => {
      const route = 'GET /api/organizations/{organizationId}/documents';
      const query = { searchQuery, sortField: 'relevance' as const, pageSize: 10 };
      const { documents } = await api.request(route, { path: { organizationId }, query, signal });
      return documents.map(({ id, name }) => ({ id, name }));
    },
  });

export const downloadAddress = ({ organizationId, documentId }: DocumentIds): string =>
  apiUrl(`/api/organizations/${organizationId}/documents/${documentId}/file`);

export interface DocumentFields {
  name?: string;
  content?: string;
  documentDate?: string | null;
  notes?: string;
}

/** Changes the document as it was read: another change since then is refused with 412. */
export async function updateDocument(
  queryClient: QueryClient,
  path: DocumentIds,
  body: DocumentFields,
  updatedAt: string,
): Promise<ArchiveDocument> {
  const headers = { 'if-match': `"${revisionOf(updatedAt)}"` };
  const { document } = await api.request(`PATCH ${ONE}`, { path, body, headers });
  patchDocument(queryClient, path, () => document);
  return document;
}

/** The newest state from the server. */
export const freshDocument = (queryClient: QueryClient, path: DocumentIds): Promise<ArchiveDocument> =>
  queryClient.query({ ...oneDocument(path), staleTime: 0 });

/** Changes what is shown; returns what was shown before. */
export function patchDocument(
  queryClient: QueryClient,
  path: DocumentIds,
  change: (document: ArchiveDocument) => Partial<ArchiveDocument>,
): ArchiveDocument | undefined {
  const { queryKey } = oneDocument(path);
  const before = queryClient.getQueryData(queryKey);
  if (before) queryClient.setQueryData(queryKey, { ...before, ...change(before) });
  return before;
}

export const addTag = (path: DocumentIds, tagId: string): Promise<unknown> =>
  api.request(`POST ${ONE}/tags`, { path, body: { tagId } });

export const removeTag = (path: DocumentIds, tagId: string): Promise<unknown> =>
  api.request(`DELETE ${ONE}/tags/{tagId}`, { path: { ...path, tagId } });

/** As the API takes the value of a property; null removes it. */
export type NewValue = boolean | number | string | string[] | null;

export function setProperty(path: DocumentIds, propertyDefinitionId: string, value: NewValue): Promise<unknown> {
  const property = { ...path, propertyDefinitionId };
  return value === null || (Array.isArray(value) && value.length === 0)
    ? api.request(`DELETE ${ONE}/custom-properties/{propertyDefinitionId}`, { path: property })
    : api.request(`PUT ${ONE}/custom-properties/{propertyDefinitionId}`, { path: property, body: { value } });
}

/** Adds an option to the property of a role, and the property if there is none, with its name. */
export function useAddOption({ organizationId }: Pick<DocumentIds, 'organizationId'>, role: Role, nameOfRole: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (name: string) => {
      const property = await ensureRole(organizationId, role, nameOfRole);
      return { property, option: await addOption(organizationId, property.id, name) };
    },
    onSettled: () => {
      for (const resource of ['properties', 'documents'])
        void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
    },
  });
}

/** Confirms a document, or puts it back in the inbox. */
export const moveDocument = (path: DocumentIds, isInInbox: boolean): Promise<unknown> =>
  api.request(`PATCH ${ONE}`, { path, body: { isInInbox } });

export const trashDocument = (path: DocumentIds): Promise<unknown> => api.request(`DELETE ${ONE}`, { path });
export const restoreDocument = (path: DocumentIds): Promise<unknown> => api.request(`POST ${ONE}/restore`, { path });

/** What a model suggests, and what was learned from other documents. */
export const suggestionsFor = (path: DocumentIds) =>
  queryOptions({
    queryKey: [...keyOf(path), 'suggestions'],
    queryFn: async ({ signal }) => (await api.request(`GET ${ONE}/suggestions`, { path, signal })).suggestions,
  });

export type SuggestionAnswer = Pick<DocumentSuggestionView, 'kind' | 'labelId'> & { isAccepted: boolean };

export function answerSuggestion(
  path: DocumentIds,
  { kind: ofDetail, labelId, isAccepted }: SuggestionAnswer,
): Promise<unknown> {
  const kind = labelId ?? ofDetail;
  return isAccepted
    ? api.request(`POST ${ONE}/suggestions/{kind}/accept`, { path: { ...path, kind } })
    : api.request(`DELETE ${ONE}/suggestions/{kind}`, { path: { ...path, kind } });
}

/** Tags and options that were set by what was learned. */
export const learnedLabelsOf = (path: DocumentIds) =>
  queryOptions({
    queryKey: [...keyOf(path), 'learned-labels'],
    queryFn: async ({ signal }) => (await api.request(`GET ${ONE}/learned-labels`, { path, signal })).labels,
  });

export function answerLearnedLabel(
  path: DocumentIds,
  { id: labelId, isKept }: { id: string; isKept: boolean },
): Promise<unknown> {
  return isKept
    ? api.request(`POST ${ONE}/learned-labels/{labelId}/confirm`, { path: { ...path, labelId } })
    : api.request(`DELETE ${ONE}/learned-labels/{labelId}`, { path: { ...path, labelId } });
}

/** Has the file read again. */
export function useReprocess(path: DocumentIds) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.request(`POST ${ONE}/reprocess`, { path }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(path) }),
  });
}

/** Has a protected file read again with a password. */
export function useUnlock(path: DocumentIds) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string; keep: boolean }) => api.request(`POST ${ONE}/password`, { path, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(path) }),
  });
}

export function useForgetPassword(path: DocumentIds) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.request(`DELETE ${ONE}/password`, { path }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(path) }),
  });
}

/** What others see of this document, in lists too. */
export function refreshDocument(queryClient: QueryClient, { organizationId }: DocumentIds): void {
  for (const resource of ['documents', 'trash', 'tags', 'views'])
    void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
}
