import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type CreateWebhookBody, type DeliveryStatus, type UpdateWebhookBody } from '../../lib/api';
import { optimisticUpdate } from '../../lib/optimistic-update';
import { newIdempotencyKey } from '../../lib/secrets';
import { wholeList } from '../../lib/whole-list';

const PAGE = 25;
/** Deliveries have no events of their own: what is on its way is asked for. */
const PENDING_MS = 1_500;
const QUIET_MS = 15_000;

export interface WebhookAddress {
  organizationId: string;
  webhookId: string;
}

export const webhooks = (organizationId: string) =>
  queryOptions({
    queryKey: ['webhooks', organizationId, 'list'],
    queryFn: ({ signal }) => {
      const path = { organizationId };
      const route = 'GET /api/organizations/{organizationId}/webhooks';
      return wholeList(async (query) => (await api.request(route, { path, query, signal })).webhooks);
    },
    refetchInterval: QUIET_MS,
  });

export const webhook = (path: WebhookAddress) =>
  queryOptions({
    queryKey: ['webhooks', path.organizationId, 'one', path.webhookId],
    queryFn: async ({ signal }) =>
      (await api.request('GET /api/organizations/{organizationId}/webhooks/{webhookId}', { path, signal })).webhook,
  });

export const deliveries = (path: WebhookAddress, status: DeliveryStatus | undefined) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', path.organizationId, 'deliveries', path.webhookId, status ?? 'all'],
    queryFn: ({ signal, pageParam }) =>
      api.request('GET /api/organizations/{organizationId}/webhooks/{webhookId}/deliveries', {
        path,
        query: { limit: PAGE, ...(status && { status }), ...(pageParam !== '' && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ deliveries: page, hasMore }) => (hasMore ? page.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => {
      const isUnderWay = state.data?.pages.some((page) => page.deliveries.some((each) => each.status === 'pending'));
      return isUnderWay === true ? PENDING_MS : QUIET_MS;
    },
  });

export const delivery = (path: WebhookAddress & { deliveryId: string }) =>
  queryOptions({
    queryKey: ['webhooks', path.organizationId, 'delivery', path.webhookId, path.deliveryId],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}', {
          path,
          signal,
        })
      ).delivery,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_MS : false),
  });

/** Has everything of the webhooks fetched again after a change. Not awaited: what says that it is done comes before. */
function useFreshWebhooks(organizationId: string) {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ['webhooks', organizationId] });
}

export function useCreateWebhook(organizationId: string) {
  const onSuccess = useFreshWebhooks(organizationId);
  return useMutation({
    mutationFn: async (body: CreateWebhookBody) =>
      (
        await api.request('POST /api/organizations/{organizationId}/webhooks', {
          path: { organizationId },
          body,
          headers: { 'idempotency-key': newIdempotencyKey() },
        })
      ).webhook,
    onSuccess,
  });
}

export function useUpdateWebhook(path: WebhookAddress) {
  const queryClient = useQueryClient();
  const { queryKey } = webhook(path);
  const onSettled = useFreshWebhooks(path.organizationId);
  return useMutation({
    mutationFn: (body: UpdateWebhookBody) =>
      api.request('PUT /api/organizations/{organizationId}/webhooks/{webhookId}', { path, body }),
    ...optimisticUpdate(queryClient, queryKey, (known, { secret: _secret, ...visible }: UpdateWebhookBody) => ({
      ...known,
      ...visible,
    })),
    onSettled,
  });
}

export function useDeleteWebhook(path: WebhookAddress) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.request('DELETE /api/organizations/{organizationId}/webhooks/{webhookId}', { path }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: webhooks(path.organizationId).queryKey }),
  });
}

export function usePing(path: WebhookAddress) {
  const onSettled = useFreshWebhooks(path.organizationId);
  return useMutation({
    mutationFn: async () =>
      (await api.request('POST /api/organizations/{organizationId}/webhooks/{webhookId}/ping', { path })).delivery.id,
    onSettled,
  });
}

export function useReplay(path: WebhookAddress) {
  const onSettled = useFreshWebhooks(path.organizationId);
  return useMutation({
    mutationFn: (deliveryId: string) =>
      api.request('POST /api/organizations/{organizationId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay', {
        path: { ...path, deliveryId },
      }),
    onSettled,
  });
}

/** Returns the id of the task. */
export function useReplaySince(path: WebhookAddress) {
  const onSettled = useFreshWebhooks(path.organizationId);
  return useMutation({
    mutationFn: async (since: string) =>
      (
        await api.request('POST /api/organizations/{organizationId}/webhooks/{webhookId}/replay', {
          path,
          body: { since },
        })
      ).taskId,
    onSettled,
  });
}

export function useSecretRotation(path: WebhookAddress) {
  const onSettled = useFreshWebhooks(path.organizationId);
  const start = useMutation({
    mutationFn: (secret: string) =>
      api.request('POST /api/organizations/{organizationId}/webhooks/{webhookId}/secret-rotation', {
        path,
        body: { secret },
      }),
    onSettled,
  });
  const finish = useMutation({
    mutationFn: () =>
      api.request('POST /api/organizations/{organizationId}/webhooks/{webhookId}/secret-rotation/finish', { path }),
    onSettled,
  });
  const drop = useMutation({
    mutationFn: () =>
      api.request('DELETE /api/organizations/{organizationId}/webhooks/{webhookId}/secret-rotation', { path }),
    onSettled,
  });
  return { start, finish, drop };
}
