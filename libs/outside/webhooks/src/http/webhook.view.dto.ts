import type { DateTime } from '#ground/http-kit';
import type { Webhook } from '#outside/webhooks';
import type { DeliveryView } from './delivery.view.dto.js';

export class WebhookView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  /** Null when the user is gone. */
  createdBy!: string | null;
  name!: string;
  url!: string;
  enabled!: boolean;
  events!: string[];
  /** Whether deliveries are signed. No response contains the secret. */
  hasSecret!: boolean;
  /** When the new secret was added whose signature is sent besides the usual one. */
  secretRotationStartedAt!: DateTime | null;
  /** When something was last sent. */
  lastTriggeredAt!: DateTime | null;
  /** Since when every delivery has failed. */
  failingSince!: DateTime | null;
  /** When the server has disabled the webhook because its deliveries failed for a long time. */
  disabledAt!: DateTime | null;
  disabledReason!: string | null;
}

export class ListedWebhookView extends WebhookView {
  /** What was last sent, or waits to be sent; null when nothing has been. */
  lastDelivery!: DeliveryView | null;
}

export interface WebhookResponse {
  webhook: WebhookView;
}

export function webhookView(webhook: Webhook): WebhookView {
  return {
    ...webhook,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
    secretRotationStartedAt: webhook.secretRotationStartedAt?.toISOString() ?? null,
    lastTriggeredAt: webhook.lastTriggeredAt?.toISOString() ?? null,
    failingSince: webhook.failingSince?.toISOString() ?? null,
    disabledAt: webhook.disabledAt?.toISOString() ?? null,
  };
}
