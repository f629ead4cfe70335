import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Access, Context, Errors, IfMatch, OrganizationParams, WholeListQuery, WithEntityTag } from '#ground/http-kit';
import { Idempotency } from '#ground/requests';
import type { OrganizationContext } from '#ground/kernel';
import { DeliveryLog, WebhookRepository, Webhooks, type Webhook } from '#outside/webhooks';
import { deliveryView } from './delivery.view.dto.js';
import { CreateWebhookBody, UpdateWebhookBody, WebhookParams } from './webhook.dto.js';
import { webhookView, type ListedWebhookView, type WebhookResponse } from './webhook.view.dto.js';

@Controller('api/organizations/:organizationId/webhooks')
export class WebhooksController {
  constructor(
    private readonly service: Webhooks,
    private readonly webhooks: WebhookRepository,
    private readonly log: DeliveryLog,
    private readonly idempotency: Idempotency,
  ) {}

  /** Creates a webhook. It gets the events from now on. */
  @Errors('webhooks.ssrf_unsafe_url', 'webhooks.limit_reached')
  @Post()
  @HttpCode(200)
  @Access.permissions('webhooks:create')
  async create(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Body() body: CreateWebhookBody,
    @Req() request: FastifyRequest,
  ): Promise<WebhookResponse> {
    await this.service.assertUrl(body.url);
    return this.idempotency.once(
      request,
      { ...body, secret: undefined }, // of what is stored, nothing depends on the secret
      (tx) => this.service.create(tx, ctx, body),
      (webhook: Webhook) => ({ webhook: webhookView(webhook) }),
      { holdsSecret: true },
    );
  }

  /** The webhooks of the organization, oldest first, each with its newest delivery. */
  @Get()
  @Access.permissions('webhooks:read')
  @Access.role('member')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: WholeListQuery,
  ): Promise<{ webhooks: ListedWebhookView[] }> {
    const [webhooks, newest] = await Promise.all([this.webhooks.list(ctx, page), this.log.newest(ctx)]);
    return {
      webhooks: webhooks.map((webhook) => {
        const delivery = newest.get(webhook.id);
        return { ...webhookView(webhook), lastDelivery: delivery ? deliveryView(delivery) : null };
      }),
    };
  }

  /** One webhook. */
  @Errors('webhooks.not_found')
  @Get(':webhookId')
  @WithEntityTag('webhook')
  @Access.permissions('webhooks:read')
  @Access.role('member')
  async get(@Param() { webhookId }: WebhookParams, @Context() ctx: OrganizationContext): Promise<WebhookResponse> {
    return { webhook: webhookView(await this.service.get(ctx, webhookId)) };
  }

  /** Changes a webhook; missing fields stay as they are. */
  @Errors('webhooks.not_found', 'webhooks.ssrf_unsafe_url')
  @Put(':webhookId')
  @WithEntityTag('webhook')
  @Access.permissions('webhooks:update')
  async update(
    @Param() { webhookId }: WebhookParams,
    @Context() ctx: OrganizationContext,
    @Body() body: UpdateWebhookBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<WebhookResponse> {
    return { webhook: webhookView(await this.service.update(ctx, webhookId, body, ifMatch)) };
  }

  /** Deletes a webhook with its deliveries. */
  @Errors('webhooks.not_found')
  @Delete(':webhookId')
  @HttpCode(204)
  @Access.permissions('webhooks:delete')
  async delete(@Param() { webhookId }: WebhookParams, @Context() ctx: OrganizationContext): Promise<void> {
    await this.service.delete(ctx, webhookId);
  }
}
