import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import { Clock, createId, type OrganizationContext } from '#ground/kernel';
import { Tasks } from '#archive/tasks';
import { DeliveryQueue } from './delivery-queue.js';
import { DeliveryRepository } from './delivery.repository.js';
import { PING } from './message.js';
import { WebhookStateRepository, type LockedState } from './webhook-state.repository.js';
import {
  DeliveryNotFinished,
  DeliveryNotFound,
  ReplayRunning,
  WebhookIsDisabled,
  WebhookNotFound,
} from './webhooks.errors.js';
import { ReplayEvents } from './webhooks.jobs.js';

/** Deliveries that a user asks for. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly states: WebhookStateRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly queue: DeliveryQueue,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Sends a test message, `webhook:ping`, to an enabled or disabled webhook; it is not retried. Returns the id of the delivery. */
  async ping(ctx: OrganizationContext, webhookId: string): Promise<string> {
    const { organizationId } = ctx;
    return this.unitOfWork.run(async (tx) => {
      await this.#lock(tx, ctx, webhookId);
      const messageId = createId('msg');
      return this.queue.addOne(tx, {
        ...{ webhookId, organizationId, messageId, subject: messageId }, // waits for no other delivery
        ...{ eventId: null, eventName: PING, occurredAt: this.clock.now(), payload: { webhookId } },
      });
    });
  }

  /**
   * Sends what a finished delivery has sent again, under the same `webhook-id`, after all that waits for the same
   * document. Returns the id of the new delivery.
   */
  async replay(ctx: OrganizationContext, webhookId: string, deliveryId: string): Promise<string> {
    const { organizationId } = ctx;
    return this.unitOfWork.run(async (tx) => {
      const webhook = await this.#lock(tx, ctx, webhookId);
      const delivery = await this.deliveries.find(tx, ctx, { webhookId, deliveryId });
      if (!delivery) throw DeliveryNotFound();
      if (delivery.status === 'pending') throw DeliveryNotFinished();
      if (!webhook.isEnabled && delivery.eventName !== PING) throw WebhookIsDisabled();
      const { messageId, subject, eventId, eventName, occurredAt, payload } = delivery;
      return this.queue.addOne(tx, {
        ...{ webhookId, organizationId, messageId, subject, eventId, eventName, occurredAt, payload },
        replayOf: deliveryId,
      });
    });
  }

  /**
   * Sends every event since then to which the webhook subscribes again: a task. Returns its id. Two at a time would send
   * the same events twice.
   */
  async replaySince(ctx: OrganizationContext, webhookId: string, since: Date): Promise<string> {
    const { organizationId } = ctx;
    return this.unitOfWork.run(async (tx) => {
      const { isEnabled, position: upTo, replayTask } = await this.#lock(tx, ctx, webhookId);
      if (!isEnabled) throw WebhookIsDisabled();
      if (replayTask !== null && (await this.tasks.isUnfinished(tx, ctx, replayTask))) throw ReplayRunning();
      const taskId = await this.tasks.create(tx, ctx, 'webhook-replay', {
        isCancellable: true,
        permissions: ['webhooks:update'],
      });
      await this.states.noteReplay(tx, webhookId, taskId);
      const data = { organizationId, webhookId, taskId, since: since.toISOString(), upTo };
      await this.jobs.enqueue(tx, ReplayEvents, data);
      return taskId;
    });
  }

  async #lock(tx: Transaction, ctx: OrganizationContext, webhookId: string): Promise<LockedState> {
    const webhook = await this.states.lock(tx, ctx, webhookId);
    if (!webhook) throw WebhookNotFound();
    return webhook;
  }
}
