import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type AgendaEntryView, type ReminderBody, type ReminderView } from '../../lib/api';
import { addDays } from './agenda';

/** How far the page looks back and ahead. */
const DAYS = 365;

/** What is not done, in the order of the days. */
export const agendaEntries = (organizationId: string, present: string) =>
  infiniteQueryOptions({
    queryKey: ['agenda', organizationId, 'entries', present],
    queryFn: ({ signal, pageParam }) =>
      api.request('GET /api/organizations/{organizationId}/agenda', {
        path: { organizationId },
        query: {
          ...{ from: addDays(present, -DAYS), to: addDays(present, DAYS) },
          ...(pageParam === '' ? {} : { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const reminders = (organizationId: string) =>
  queryOptions({
    queryKey: ['agenda', organizationId, 'reminders'],
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/organizations/{organizationId}/reminders', { path: { organizationId }, signal }))
        .reminders,
  });

export const oneReminder = (organizationId: string, reminderId: string) =>
  queryOptions({
    queryKey: ['agenda', organizationId, 'reminder', reminderId],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/reminders/{reminderId}', {
          path: { organizationId, reminderId },
          signal,
        })
      ).reminder,
  });

/** The next entries of a reminder that is not saved. */
export const previewedEntries = (organizationId: string, body: ReminderBody) =>
  queryOptions({
    queryKey: ['agenda', organizationId, 'preview', body],
    queryFn: async ({ signal }) =>
      (
        await api.request('POST /api/organizations/{organizationId}/reminders/preview', {
          path: { organizationId },
          body,
          signal,
        })
      ).entries,
  });

export const agendaFeed = (organizationId: string) =>
  queryOptions({
    queryKey: ['agenda', organizationId, 'feed'],
    queryFn: ({ signal }) =>
      api.request('GET /api/organizations/{organizationId}/agenda/feed', { path: { organizationId }, signal }),
  });

export interface EntryState {
  isDone?: boolean;
  snoozedUntil?: string | null;
}

/** Everything of the agenda is loaded again after a change. */
export function useAgendaActions(organizationId: string) {
  const queryClient = useQueryClient();
  const path = { organizationId };
  const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['agenda', organizationId] });
  return {
    mark: async ({ reminder, document, sourceDay }: AgendaEntryView, state: EntryState): Promise<void> => {
      await api.request('PUT /api/organizations/{organizationId}/agenda/marks', {
        path,
        body: { reminderId: reminder.id, documentId: document.id, sourceDay, ...state },
      });
      await refresh();
    },
    create: async (body: ReminderBody): Promise<void> => {
      await api.request('POST /api/organizations/{organizationId}/reminders', { path, body });
      void refresh();
    },
    update: async ({ id: reminderId }: Pick<ReminderView, 'id'>, body: ReminderBody): Promise<void> => {
      await api.request('PUT /api/organizations/{organizationId}/reminders/{reminderId}', {
        path: { organizationId, reminderId },
        body,
      });
      void refresh();
    },
    remove: async ({ id: reminderId }: Pick<ReminderView, 'id'>): Promise<void> => {
      await api.request('DELETE /api/organizations/{organizationId}/reminders/{reminderId}', {
        path: { organizationId, reminderId },
      });
      void refresh();
    },
  };
}

export function useFeedActions(organizationId: string) {
  const queryClient = useQueryClient();
  const path = { organizationId };
  const onSuccess = (): Promise<void> =>
    queryClient.invalidateQueries({ queryKey: agendaFeed(organizationId).queryKey });
  return {
    create: useMutation({
      mutationFn: () => api.request('POST /api/organizations/{organizationId}/agenda/feed', { path }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: () => api.request('DELETE /api/organizations/{organizationId}/agenda/feed', { path }),
      onSuccess,
    }),
  };
}
