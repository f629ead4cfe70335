import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { assertRevision, Clock, nextUpdatedAt, type OrganizationContext } from '#ground/kernel';
import { WebhookRepository, type Webhook } from './webhook.repository.js';
import { SecretRotationNotStarted, WebhookHasNoSecret, WebhookNotFound } from './webhooks.errors.js';
import { WebhookUpdated } from './webhooks.events.js';

interface Change {
  /** The name of the field in the event. */
  updatedField: 'secret' | 'secretRotation';
  expected: readonly string[] | undefined;
  work: (tx: Transaction, before: Webhook, updatedAt: Date) => Promise<void>;
}

/**
 * Replaces the secret of a webhook while its receiver still knows only the old one: until the rotation is finished,
 * deliveries carry a signature of each.
 */
@Injectable()
export class SecretRotation {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly webhooks: WebhookRepository,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** Adds the new secret. During a rotation it replaces the one that was added before. */
  start(ctx: OrganizationContext, webhookId: string, secret: string, expected?: readonly string[]): Promise<Webhook> {
    return this.#change(ctx, webhookId, {
      updatedField: 'secretRotation',
      expected,
      work: async (tx, { hasSecret }, updatedAt) => {
        if (!hasSecret) throw WebhookHasNoSecret();
        await this.webhooks.update(tx, webhookId, {
          updated_at: updatedAt,
          next_secret: secret,
          secret_rotation_started_at: updatedAt,
        });
      },
    });
  }

  /** Ends the rotation: from now on only the new secret is used. */
  finish(ctx: OrganizationContext, webhookId: string, expected?: readonly string[]): Promise<Webhook> {
    return this.#change(ctx, webhookId, {
      updatedField: 'secret',
      expected,
      work: async (tx, { secretRotationStartedAt }, updatedAt) => {
        if (!secretRotationStartedAt) throw SecretRotationNotStarted();
        await this.webhooks.replaceSecret(tx, webhookId, updatedAt);
      },
    });
  }

  /** Drops the new secret; the old one stays. */
  async drop(ctx: OrganizationContext, webhookId: string, expected?: readonly string[]): Promise<void> {
    await this.#change(ctx, webhookId, {
      updatedField: 'secretRotation',
      expected,
      work: async (tx, { secretRotationStartedAt }, updatedAt) => {
        if (!secretRotationStartedAt) throw SecretRotationNotStarted();
        await this.webhooks.update(tx, webhookId, {
          updated_at: updatedAt,
          next_secret: null,
          secret_rotation_started_at: null,
        });
      },
    });
  }

  #change(ctx: OrganizationContext, webhookId: string, { updatedField, expected, work }: Change): Promise<Webhook> {
    return this.unitOfWork.run(async (tx) => {
      const before = await this.webhooks.lock(tx, ctx, webhookId);
      if (!before) throw WebhookNotFound();
      assertRevision(before, expected);
      await work(tx, before, nextUpdatedAt(before.updatedAt, this.clock.now()));
      this.changes.record(tx, ctx, WebhookUpdated, { webhookId, updatedFields: [updatedField] });
      const after = await this.webhooks.find(ctx, webhookId, tx);
      if (!after) throw WebhookNotFound();
      return after;
    });
  }
}
