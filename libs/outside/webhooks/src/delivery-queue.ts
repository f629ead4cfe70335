import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import { createId } from '#ground/kernel';
import { DeliveryRepository, type Head, type NewDelivery } from './delivery.repository.js';
import { DeliverWebhook } from './webhooks.jobs.js';

/**
 * The deliveries of each webhook in the order of their subjects: only the first pending one of a subject has a job. The
 * caller holds the lock of the webhook's state, so that no subject gets two jobs, or none.
 */
@Injectable()
export class DeliveryQueue {
  constructor(
    private readonly deliveries: DeliveryRepository,
    private readonly jobs: JobQueue,
  ) {}

  async add(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    await this.#enqueue(tx, await this.deliveries.add(tx, deliveries));
  }

  /** Returns the id. */
  async addOne(tx: Transaction, delivery: NewDelivery): Promise<string> {
    const id = createId('wbh_dlv');
    await this.add(tx, [{ ...delivery, id }]);
    return id;
  }

  /** To be called when a delivery of the subject has ended. */
  async addNextOf(tx: Transaction, webhookId: string, subject: string): Promise<void> {
    const next = await this.deliveries.nextOf(tx, webhookId, subject);
    if (next) await this.#enqueue(tx, [next]);
  }

  /** Cancels what the webhook has not sent yet. Jobs that wait for another attempt end at once. */
  async cancel(tx: Transaction, webhookId: string): Promise<void> {
    if ((await this.deliveries.cancelPending(tx, webhookId)) === 0) return;
    tx.afterCommit(() => this.jobs.hasten(DeliverWebhook, ['webhookId', webhookId]));
  }

  async #enqueue(tx: Transaction, heads: readonly Head[]): Promise<void> {
    await this.jobs.enqueueAll(tx, DeliverWebhook, heads, { singletonKey: ({ deliveryId }) => deliveryId });
  }
}
