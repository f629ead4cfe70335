import { Controller, Get, Query } from '@nestjs/common';
import { webhookView } from '#outside/webhooks/http';
import { Access } from '#ground/http-kit';
import { OrganizationDirectory } from '#people/organizations';
import { WebhookRepository } from '#outside/webhooks';
import { WebhooksQuery } from './admin.dto.js';
import type { AdminWebhooksPage } from './webhooks.view.dto.js';

@Controller('api/admin/webhooks')
export class AdminWebhooksController {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly organizations: OrganizationDirectory,
  ) {}

  /** The webhooks of all organizations, newest first. `search` is a whole id, or a part of the name or the URL. */
  @Get()
  @Access.admin()
  async list(@Query() { pageIndex, pageSize, ...selection }: WebhooksQuery): Promise<AdminWebhooksPage> {
    const [webhooks, totalCount] = await Promise.all([
      this.webhooks.listAll(selection, { pageIndex, pageSize }),
      this.webhooks.countAll(selection),
    ]);
    const names = await this.organizations.namesOf(webhooks.map(({ organizationId }) => organizationId));
    return {
      webhooks: webhooks.map((webhook) => ({
        ...webhookView(webhook),
        organization: { id: webhook.organizationId, name: names.get(webhook.organizationId) ?? '' },
      })),
      totalCount,
      pageIndex,
      pageSize,
    };
  }
}
