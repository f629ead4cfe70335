import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api, type DocumentView } from '../../lib/api';
import { IN_INBOX } from './inbox-count.queries';

export const PAGE_SIZE = 50;

export interface Inbox {
  /** The first ones, the oldest first, so that what comes in moves nothing. */
  documents: DocumentView[];
  /** All that wait. */
  count: number;
}

/** So many pages of the inbox. Those after the first are only loaded when a person goes that far. */
export const inboxDocuments = (organizationId: string, pages: number) =>
  queryOptions({
    queryKey: ['inbox', organizationId, 'list', pages],
    queryFn: async ({ signal }): Promise<Inbox> => {
      const inbox: Inbox = { documents: [], count: 0 };
      const query = { searchQuery: IN_INBOX, sortField: 'createdAt', sortOrder: 'asc', pageSize: PAGE_SIZE } as const;
      for (let pageIndex = 0; pageIndex < pages; pageIndex += 1) {
        const { documents, documentsCount } = await api.request('GET /api/organizations/{organizationId}/documents', {
          path: { organizationId },
          query: { ...query, pageIndex },
          signal,
        });
        inbox.documents.push(...documents);
        inbox.count = documentsCount;
        if (documents.length < PAGE_SIZE) break;
      }
      return inbox;
    },
    placeholderData: keepPreviousData,
  });

interface Moved {
  count: number;
  undo: () => Promise<unknown>;
}

/** Confirms all that are in the inbox. Many are a task, which is undone as a whole. */
export async function confirmAll(organizationId: string): Promise<Moved> {
  const route = 'POST /api/organizations/{organizationId}/documents/batch/inbox';
  const path = { organizationId };
  const answer = await api.request(route, { path, body: { filter: { query: IN_INBOX }, isInInbox: false } });
  if ('taskId' in answer) {
    const task = { organizationId, taskId: answer.taskId };
    const undo = (): Promise<unknown> =>
      api.request('POST /api/organizations/{organizationId}/tasks/{taskId}/undo', { path: task });
    return { count: 0, undo };
  }
  const { changedDocumentIds: documentIds, changedCount: count } = answer;
  const undo = (): Promise<unknown> =>
    documentIds.length === 0
      ? Promise.resolve()
      : api.request(route, { path, body: { filter: { documentIds }, isInInbox: true } });
  return { count, undo };
}

export const refreshInbox = (queryClient: QueryClient, organizationId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['inbox', organizationId] });
