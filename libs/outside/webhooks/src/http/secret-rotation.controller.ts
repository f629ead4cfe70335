import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { Access, Context, Errors, IfMatch, WithEntityTag } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { SecretRotation } from '#outside/webhooks';
import { RotateSecretBody, WebhookParams } from './webhook.dto.js';
import { webhookView, type WebhookResponse } from './webhook.view.dto.js';

@Controller('api/organizations/:organizationId/webhooks/:webhookId/secret-rotation')
export class SecretRotationController {
  constructor(private readonly rotation: SecretRotation) {}

  /**
   * Adds a new secret. Until the rotation is finished, `webhook-signature` is still made with the old secret, and
   * `webhook-signature-next` with the new one.
   */
  @Errors('webhooks.not_found', 'webhooks.no_secret')
  @Post()
  @HttpCode(200)
  @WithEntityTag('webhook')
  @Access.permissions('webhooks:update')
  async start(
    @Param() { webhookId }: WebhookParams,
    @Context() ctx: OrganizationContext,
    @Body() { secret }: RotateSecretBody,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<WebhookResponse> {
    return { webhook: webhookView(await this.rotation.start(ctx, webhookId, secret, ifMatch)) };
  }

  /** Replaces the old secret by the new one. */
  @Errors('webhooks.not_found', 'webhooks.secret_rotation_not_started')
  @Post('finish')
  @HttpCode(200)
  @WithEntityTag('webhook')
  @Access.permissions('webhooks:update')
  async finish(
    @Param() { webhookId }: WebhookParams,
    @Context() ctx: OrganizationContext,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<WebhookResponse> {
    return { webhook: webhookView(await this.rotation.finish(ctx, webhookId, ifMatch)) };
  }

  /** Drops the new secret and keeps the old one. */
  @Errors('webhooks.not_found', 'webhooks.secret_rotation_not_started')
  @Delete()
  @HttpCode(204)
  @Access.permissions('webhooks:update')
  async drop(
    @Param() { webhookId }: WebhookParams,
    @Context() ctx: OrganizationContext,
    @IfMatch() ifMatch: string[] | undefined,
  ): Promise<void> {
    await this.rotation.drop(ctx, webhookId, ifMatch);
  }
}
