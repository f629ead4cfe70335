import { Injectable } from '@nestjs/common';
import type { OrganizationContext } from '#libs/kernel';
import { WebhookNotFound } from './webhooks.errors.js';

/** Deliveries that a user asks for. */
@Injectable()
export class WebhookDeliveries {
  /** Sends a test message, `webhook:ping`, to an enabled or disabled webhook; it is not retried. Returns the id of the delivery. */
  async ping(_ctx: OrganizationContext, _webhookId: string): Promise<string> {
    throw WebhookNotFound();
  }

  /** Sends what a finished delivery has sent again, under the same `webhook-id`. Returns the id of the new delivery. */
  async replay(_ctx: OrganizationContext, _webhookId: string, _deliveryId: string): Promise<string> {
    throw WebhookNotFound();
  }

  /** Sends every event since then to which the webhook subscribes again: a task. Returns its id. */
  async replaySince(_ctx: OrganizationContext, _webhookId: string, _since: Date): Promise<string> {
    throw WebhookNotFound();
  }
}
