/** The events that a webhook can subscribe to: the five of the contract, then the additional ones. */
export const WEBHOOK_EVENTS = [
  'document:created',
  'document:deleted',
  'document:updated',
  'document:tag:added',
  'document:tag:removed',
  'document:restored',
  'document:purged',
  'document:content:extracted',
  'tag:created',
  'tag:updated',
  'tag:deleted',
  'organization:updated',
  'organization:deleted',
  'organization:restored',
] as const;

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
