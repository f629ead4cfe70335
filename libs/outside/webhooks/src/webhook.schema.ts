import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { bigintColumn, dateColumn, idColumn, textColumn } from '#ground/database';

export type DeliveryStatus = 'cancelled' | 'failed' | 'pending' | 'succeeded';

export const webhook = defineEntity({
  name: 'Webhook',
  tableName: 'webhook',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    createdBy: idColumn().nullable(),
    name: textColumn(),
    url: textColumn(),
    secret: textColumn().nullable(),
    /** While the secret is rotated: the one that replaces it. */
    nextSecret: textColumn().nullable(),
    secretRotationStartedAt: dateColumn().nullable(),
    enabled: p.boolean(),
    events: p.array((value) => value).columnType('text[]'),
    /** Set when the server has disabled it. */
    disabledAt: dateColumn().nullable(),
    disabledReason: textColumn().nullable(),
  },
});

/** What changes with each delivery. The row is locked while deliveries of the webhook are added or end. */
export const webhookState = defineEntity({
  name: 'WebhookState',
  tableName: 'webhook_state',
  properties: {
    webhookId: idColumn().primary(),
    /** Position, in the log of the organization, of the last event that has its delivery. */
    position: bigintColumn(),
    lastTriggeredAt: dateColumn().nullable(),
    /** When the first of the failures happened that no success has followed. */
    failingSince: dateColumn().nullable(),
    failures: p.integer(),
    /** The last task that has replayed its events. */
    replayTask: idColumn().nullable(),
  },
});

export const webhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_delivery',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    webhookId: idColumn(),
    organizationId: idColumn(),
    /** The order of the deliveries of a webhook. */
    sequence: bigintColumn(),
    /** Deliveries of one webhook with the same subject (the document, or else the organization) keep their order. */
    subject: idColumn(),
    /** `webhook-id`: the same in every attempt and replay. */
    messageId: idColumn(),
    /** Null for a test message. */
    eventId: idColumn().nullable(),
    eventName: textColumn(),
    /** `timestamp` of the body. */
    occurredAt: dateColumn(),
    /** The facts of the event, without long texts. */
    payload: p.json<object>().columnType('jsonb'),
    /** The delivery that this one repeats. */
    replayOf: idColumn().nullable(),
    /** The task that has added it, for a replay of many events. */
    replayTask: idColumn().nullable(),
    status: textColumn().$type<DeliveryStatus>(),
    attempts: p.integer(),
    nextAttemptAt: dateColumn().nullable(),
    /** Until this time a request may be under way: no other attempt starts. */
    attemptingUntil: dateColumn().nullable(),
    finishedAt: dateColumn().nullable(),
  },
});

export const webhookAttempt = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  properties: {
    deliveryId: idColumn().primary(),
    number: p.integer().primary(),
    startedAt: dateColumn(),
    durationMs: p.integer(),
    responseStatus: p.integer().nullable(),
    /** The first 4 KB. */
    responseBody: textColumn().nullable(),
    isResponseCut: p.boolean(),
    /** Why there was no response. */
    error: textColumn().nullable(),
  },
});

export interface WebhookTables {
  webhook: InferKyselyTable<typeof webhook>;
  webhook_state: InferKyselyTable<typeof webhookState>;
  webhook_delivery: InferKyselyTable<typeof webhookDelivery>;
  webhook_attempt: InferKyselyTable<typeof webhookAttempt>;
}
