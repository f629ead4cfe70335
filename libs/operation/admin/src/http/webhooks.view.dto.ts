import { WebhookView } from '#outside/webhooks/http';
import type { Integer } from '#ground/http-kit';

export class OrganizationOfWebhook {
  id!: string;
  name!: string;
}

export class AdminWebhookView extends WebhookView {
  organization!: OrganizationOfWebhook;
}

export class AdminWebhooksPage {
  /** Newest first. */
  webhooks!: AdminWebhookView[];
  totalCount!: Integer;
  pageIndex!: Integer;
  pageSize!: Integer;
}
