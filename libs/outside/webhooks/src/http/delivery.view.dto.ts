import type { DateTime, Integer } from '#ground/http-kit';
import type { Attempt, Delivery, DeliveryDetails, DeliveryStatus } from '#outside/webhooks';

export class DeliveryView {
  id!: string;
  createdAt!: DateTime;
  /** `document:created` … or `webhook:ping`. */
  event!: string;
  /** Null for a test message. */
  eventId!: string | null;
  /** The header `webhook-id`: the same in every attempt and replay. */
  messageId!: string;
  status!: DeliveryStatus;
  attemptsCount!: Integer;
  nextAttemptAt!: DateTime | null;
  finishedAt!: DateTime | null;
  /** The delivery that this one repeats. */
  replayOf!: string | null;
  /** Null when the last attempt had no response. */
  lastResponseStatus!: Integer | null;
  lastError!: string | null;
}

export class AttemptView {
  /** Counts from 1. */
  number!: Integer;
  startedAt!: DateTime;
  durationMs!: Integer;
  responseStatus!: Integer | null;
  /** The first 4 KB. */
  responseBody!: string | null;
  isResponseCut!: boolean;
  /** Why there was no response. */
  error!: string | null;
}

export class DeliveryDetailsView extends DeliveryView {
  /** When the event happened: `timestamp` of the body. */
  occurredAt!: DateTime;
  /** The facts of the event. The text of a document is read when the delivery is sent, and not kept here. */
  payload!: object;
  /** In their order. */
  attempts!: AttemptView[];
}

export class DeliveriesResponse {
  /** Newest first. */
  deliveries!: DeliveryView[];
  hasMore!: boolean;
}

export interface DeliveryResponse {
  delivery: DeliveryDetailsView;
}

export function deliveryView(delivery: Delivery): DeliveryView {
  return {
    id: delivery.id,
    createdAt: delivery.createdAt.toISOString(),
    event: delivery.event,
    eventId: delivery.eventId,
    messageId: delivery.messageId,
    status: delivery.status,
    attemptsCount: delivery.attemptsCount,
    nextAttemptAt: delivery.nextAttemptAt?.toISOString() ?? null,
    finishedAt: delivery.finishedAt?.toISOString() ?? null,
    replayOf: delivery.replayOf,
    lastResponseStatus: delivery.lastResponseStatus,
    lastError: delivery.lastError,
  };
}

export function deliveryDetailsView(delivery: DeliveryDetails): DeliveryDetailsView {
  return {
    ...deliveryView(delivery),
    occurredAt: delivery.occurredAt.toISOString(),
    payload: delivery.payload,
    attempts: delivery.attempts.map(attemptView),
  };
}

function attemptView(attempt: Attempt): AttemptView {
  return { ...attempt, startedAt: attempt.startedAt.toISOString() };
}
