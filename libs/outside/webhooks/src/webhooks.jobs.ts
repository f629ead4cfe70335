import { defineJob } from '#ground/jobs';

export interface DeliverWebhookData {
  organizationId: string;
  webhookId: string;
  deliveryId: string;
}

/** Attempts whose process was killed. Failed requests do not count: they postpone the job, see `retry-schedule.ts`. */
const RETRIES = 100;
/** These attempts follow a killed process, not a failed request: a longer pause would only delay the delivery. */
const LONGEST_PAUSE_SECONDS = 30;

/** Requests that one process sends at a time, each with a body of up to 1 MB. */
export const PLACES = 64;

/**
 * Sends one event to one webhook. Each webhook is a lane: a slow one never holds up another. The lanes of an organization
 * share its turns, so that one with many webhooks leaves places to the others. A delivery has its job from the moment
 * when no earlier delivery of the same webhook and subject is pending.
 */
export const DeliverWebhook = defineJob<DeliverWebhookData>('webhook.deliver', {
  concurrency: PLACES / 2, // the queue doubles it
  timeoutSeconds: 120,
  retries: RETRIES,
  longestPauseSeconds: LONGEST_PAUSE_SECONDS,
  laneOf: ({ webhookId }) => webhookId,
  laneOwnerOf: ({ organizationId }) => organizationId,
});

export interface ReplayEventsData {
  organizationId: string;
  webhookId: string;
  taskId: string;
  /** Events recorded at or after this time, ISO 8601. */
  since: string;
  /** Position of the last of these events: later ones get their deliveries as usual. */
  upTo: number;
}

/** Adds a delivery for each past event that the webhook subscribes to, oldest first, page by page. */
export const ReplayEvents = defineJob<ReplayEventsData>('webhook.replay', {
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 11,
  groupOf: ({ organizationId }) => organizationId,
});
