import { WebhookView } from '#http/webhooks';
import type { Integer } from '#libs/http-kit';

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
