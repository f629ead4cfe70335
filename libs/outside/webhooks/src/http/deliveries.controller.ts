import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { DeliveryLog, WebhookDeliveries } from '#outside/webhooks';
import { DeliveriesQuery, DeliveryParams } from './delivery.dto.js';
import {
  deliveryDetailsView,
  deliveryView,
  type DeliveriesResponse,
  type DeliveryResponse,
} from './delivery.view.dto.js';
import { ReplayEventsBody, WebhookParams } from './webhook.dto.js';

@Controller('api/organizations/:organizationId/webhooks/:webhookId')
export class DeliveriesController {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly log: DeliveryLog,
  ) {}

  /** Sends a test message, `webhook:ping`, to an enabled or disabled webhook. It is not retried. */
  @Errors('webhooks.not_found')
  @Post('ping')
  @HttpCode(202)
  @Access.permissions('webhooks:update')
  async ping(@Param() { webhookId }: WebhookParams, @Context() ctx: OrganizationContext): Promise<DeliveryResponse> {
    return this.#read(ctx, webhookId, await this.deliveries.ping(ctx, webhookId));
  }

  /** What was sent to a webhook or waits to be sent, newest first. */
  @Errors('webhooks.not_found', 'webhooks.delivery_not_found')
  @Get('deliveries')
  @Access.permissions('webhooks:read')
  @Access.role('member')
  async list(
    @Param() { webhookId }: WebhookParams,
    @Context() ctx: OrganizationContext,
    @Query() query: DeliveriesQuery,
  ): Promise<DeliveriesResponse> {
    const { deliveries, hasMore } = await this.log.page(ctx, webhookId, query);
    return { deliveries: deliveries.map(deliveryView), hasMore };
  }

  /** One delivery with its attempts. */
  @Errors('webhooks.not_found', 'webhooks.delivery_not_found')
  @Get('deliveries/:deliveryId')
  @Access.permissions('webhooks:read')
  @Access.role('member')
  async get(
    @Param() { webhookId, deliveryId }: DeliveryParams,
    @Context() ctx: OrganizationContext,
  ): Promise<DeliveryResponse> {
    return this.#read(ctx, webhookId, deliveryId);
  }

  /** Sends what a finished delivery has sent again, under the same `webhook-id`. */
  @Errors('webhooks.not_found', 'webhooks.delivery_not_found', 'webhooks.delivery_not_finished', 'webhooks.disabled')
  @Post('deliveries/:deliveryId/replay')
  @HttpCode(202)
  @Access.permissions('webhooks:update')
  async replay(
    @Param() { webhookId, deliveryId }: DeliveryParams,
    @Context() ctx: OrganizationContext,
  ): Promise<DeliveryResponse> {
    return this.#read(ctx, webhookId, await this.deliveries.replay(ctx, webhookId, deliveryId));
  }

  /** Sends every event since then to which the webhook subscribes again: a background task, one at a time. */
  @Errors('webhooks.not_found', 'webhooks.disabled', 'webhooks.replay_running', 'tasks.limit_reached')
  @Post('replay')
  @HttpCode(202)
  @Access.permissions('webhooks:update')
  async replaySince(
    @Param() { webhookId }: WebhookParams,
    @Context() ctx: OrganizationContext,
    @Body() { since }: ReplayEventsBody,
  ): Promise<{ taskId: string }> {
    return { taskId: await this.deliveries.replaySince(ctx, webhookId, since) };
  }

  async #read(ctx: OrganizationContext, webhookId: string, deliveryId: string): Promise<DeliveryResponse> {
    return { delivery: deliveryDetailsView(await this.log.find(ctx, webhookId, deliveryId)) };
  }
}
