import type { DateTime, Integer } from '#libs/http-kit';
import type { Webhook } from '#libs/webhooks';

/** No response contains the secret of a webhook. */
export class AdminWebhookFacts {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  createdBy!: string | null;
  name!: string;
  url!: string;
  enabled!: boolean;
  events!: string[];
  hasSecret!: boolean;
  lastTriggeredAt!: DateTime | null;
  /** Since when every delivery has failed. */
  failingSince!: DateTime | null;
  /** When the server has disabled it. */
  disabledAt!: DateTime | null;
  disabledReason!: string | null;
}

export class OrganizationOfWebhook {
  id!: string;
  name!: string;
}

export class AdminWebhookView extends AdminWebhookFacts {
  organization!: OrganizationOfWebhook;
}

export class AdminWebhooksPage {
  /** Newest first. */
  webhooks!: AdminWebhookView[];
  totalCount!: Integer;
  pageIndex!: Integer;
  pageSize!: Integer;
}

export function adminWebhookView(webhook: Webhook): AdminWebhookFacts {
  const { secretRotationStartedAt: _, ...facts } = webhook;
  return {
    ...facts,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
    lastTriggeredAt: webhook.lastTriggeredAt?.toISOString() ?? null,
    failingSince: webhook.failingSince?.toISOString() ?? null,
    disabledAt: webhook.disabledAt?.toISOString() ?? null,
  };
}
